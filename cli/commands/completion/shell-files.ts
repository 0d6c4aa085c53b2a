import type { Io } from "../../io.ts"
import { configFolder, join } from "../../profile/config-path.ts"
import type { Shell } from "./scripts.ts"

/** The files by which a shell learns to complete `mas`. */
export interface ShellFiles {
  /** The script, a file of ours. */
  readonly script: string
  /** What the shell reads when it starts, and the line there that reads the script; absent where it looks for scripts itself. */
  readonly startUp?: { readonly path: string; readonly line: string }
}

/** Where these files are, for this user. */
export function shellFiles(shell: Shell, io: Pick<Io, "env" | "home" | "platform">): ShellFiles {
  const { env, home, platform } = io
  const config = env.XDG_CONFIG_HOME || join(home, ".config")
  if (shell === "fish") return { script: join(config, "fish", "completions", "mas.fish") }
  const extension = shell === "powershell" ? "ps1" : shell
  const script = join(configFolder(io), `completion.${extension}`)
  if (shell === "powershell") {
    const folder = platform === "win32" ? join(home, "Documents", "PowerShell") : join(config, "powershell")
    const quoted = `'${script.replaceAll("'", "''")}'`
    const line = `if (Test-Path ${quoted}) { . ${quoted} }`
    return { script, startUp: { path: join(folder, "Microsoft.PowerShell_profile.ps1"), line } }
  }
  // Git Bash on Windows reads a path with slashes.
  const quoted = `'${script.replaceAll("\\", "/").replaceAll("'", "'\\''")}'`
  const line = `[ -f ${quoted} ] && source ${quoted}`
  // A terminal on macOS opens login shells, and their bash reads no other file.
  const bashFile = platform === "darwin" ? ".bash_profile" : ".bashrc"
  const path = shell === "zsh" ? join(env.ZDOTDIR || home, ".zshrc") : join(home, bashFile)
  return { script, startUp: { path, line } }
}
