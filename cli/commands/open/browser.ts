import { spawn } from "node:child_process"
import type { Io } from "../../io.ts"

/** A program and what it is given: no shell reads it, so nothing in an address can be a command. */
interface Program {
  readonly file: string
  readonly args: readonly string[]
}

type Machine = Pick<Io, "env" | "platform">

/** What opens an address on a machine; undefined where nobody would see it. */
export function browserFor(url: string, { env, platform }: Machine): Program | undefined {
  const [file, ...words] = (env.BROWSER ?? "").trim().split(/\s+/)
  if (file) {
    const args = words.map((word) => word.replaceAll("%s", url))
    return { file, args: words.some((word) => word.includes("%s")) ? args : [...args, url] }
  }
  if (env.CI || env.SSH_CONNECTION || env.SSH_TTY) return undefined
  // `start` would be a command of cmd, which takes & and ^ in an address for its own.
  if (platform === "win32") return { file: "rundll32.exe", args: ["url.dll,FileProtocolHandler", url] }
  if (platform === "darwin") return { file: "open", args: [url] }
  if (env.WSL_DISTRO_NAME) return { file: "rundll32.exe", args: ["url.dll,FileProtocolHandler", url] }
  return env.DISPLAY || env.WAYLAND_DISPLAY ? { file: "xdg-open", args: [url] } : undefined
}

/** How long a program may take to say that it could not; one that still runs then is a browser. */
const failureTimeout = 3_000

/** Opens an address; false where that cannot be done. The browser outlives this process. */
export function openInBrowser(url: string, machine: Machine): Promise<boolean> {
  const program = browserFor(url, machine)
  if (!program) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(program.file, program.args, { stdio: "ignore", detached: true, windowsHide: true })
    const timer = setTimeout(() => resolve(true), failureTimeout)
    const settle = (isOpen: boolean) => {
      clearTimeout(timer)
      resolve(isOpen)
    }
    child.on("error", () => settle(false))
    child.on("exit", (code) => settle(code === 0))
    child.unref()
  })
}
