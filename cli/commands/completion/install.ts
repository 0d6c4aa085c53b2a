import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { writeFileAtomically } from "../../../sdk/files/atomic-write.ts"
import { join } from "../../../sdk/files/state-folder.ts"
import type { Context } from "../../connection/context.ts"
import { configFolder } from "../../connection/profile/config-path.ts"
import { CliError, cannotWrite, reasonOf } from "../../terminal/errors/cli-error.ts"
import type { Io } from "../../terminal/io.ts"
import { type Shell, scripts } from "./scripts.ts"

/** Installs or removes a shell's completion; idempotent. Returns the files written or removed, and the next step. */
export async function change({ io, globals }: Context, what: "install" | "uninstall", shell: Shell) {
  const { script, startUp } = shellFiles(shell, io)
  const isDry = globals["dry-run"] === true
  const written: string[] = []
  const removed: string[] = []
  const writeBlock = async (path: string, text: string) => {
    if (read(path) === text) return
    written.push(path)
    if (!isDry) await write(path, text)
  }
  if (what === "install") await writeBlock(script, `${scripts[shell]}\n`)
  if (startUp) {
    const before = read(startUp.path) ?? ""
    const after = what === "install" ? withBlock(before, startUp.line) : withoutBlock(before)
    if (after !== before) await writeBlock(startUp.path, after)
  }
  if (what === "uninstall" && read(script) !== undefined) {
    removed.push(script)
    if (!isDry) rmSync(script)
  }
  return { shell, written, removed, next: nextStep(what, shell, written.length + removed.length > 0) }
}

function nextStep(what: "install" | "uninstall", shell: Shell, isChanged: boolean): string {
  const undo = `mas completion uninstall ${shell} removes it.`
  if (what === "uninstall") return isChanged ? "Open shells keep it until they end." : "There was nothing to remove."
  return isChanged ? `Open a new shell to use it; ${undo}` : `Already installed; ${undo}`
}

const first = "# >>> mas completion >>>"
const last = "# <<< mas completion <<<"

/** Our blocks in a file that the user owns. */
function blocksIn(text: string) {
  const blocks: { readonly begin: number; readonly end: number }[] = []
  let [at, begin] = [0, -1]
  for (const line of text.split(/(?<=\n)/)) {
    if (line.trimEnd() === first) begin = at
    at += line.length
    if (line.trimEnd() !== last || begin < 0) continue
    blocks.push({ begin, end: at })
    begin = -1
  }
  return blocks
}

/** A file with our block exactly once: at its former place, or at the end. */
export function withBlock(text: string, line: string): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n"
  const lines = [first, line, last].join(end) + end
  const [block] = blocksIn(text)
  if (!block) return text + (text === "" ? "" : end) + lines
  return text.slice(0, block.begin) + lines + withoutBlock(text.slice(block.end))
}

export function withoutBlock(text: string): string {
  let [rest, from] = ["", 0]
  for (const { begin, end } of blocksIn(text)) {
    // Remove the line break before the block, which was added with it.
    rest += text.slice(from, begin).replace(/\r?\n$/, "")
    from = end
  }
  return rest + text.slice(from)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw new CliError(`${path} cannot be read: ${reasonOf(error)}`)
  }
}

/** Writes a file atomically; keeps a symbolic link and the file's permissions. */
async function write(path: string, text: string): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true })
    await writeFileAtomically(path, [text])
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/**
 * A shell's completion script, and its startup file with the line that loads the script; without startup file if the
 * shell finds scripts itself.
 */
export function shellFiles(shell: Shell, io: Pick<Io, "env" | "home" | "platform">) {
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
  // Git Bash on Windows needs forward slashes.
  const quoted = `'${script.replaceAll("\\", "/").replaceAll("'", "'\\''")}'`
  const line = `[ -f ${quoted} ] && source ${quoted}`
  // Terminals on macOS open login shells, for which bash reads no other file.
  const bashFile = platform === "darwin" ? ".bash_profile" : ".bashrc"
  const path = shell === "zsh" ? join(env.ZDOTDIR || home, ".zshrc") : join(home, bashFile)
  return { script, startUp: { path, line } }
}
