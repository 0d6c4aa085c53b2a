import { spawn } from "node:child_process"
import type { Io } from "../../terminal/io.ts"

/** A program with arguments: run without a shell, so that an address cannot inject a command. */
interface Program {
  readonly file: string
  readonly args: readonly string[]
}

type Machine = Pick<Io, "env" | "platform">

/** The program that opens an address; undefined on a machine without a display. */
export function browserFor(url: string, { env, platform }: Machine): Program | undefined {
  const [file, ...words] = (env.BROWSER ?? "").trim().split(/\s+/)
  if (file) {
    const args = words.map((word) => word.replaceAll("%s", url))
    return { file, args: words.some((word) => word.includes("%s")) ? args : [...args, url] }
  }
  if (env.CI || env.SSH_CONNECTION || env.SSH_TTY) return undefined
  // `start` is a cmd built-in, and cmd interprets & and ^ in an address.
  if (platform === "win32") return { file: "rundll32.exe", args: ["url.dll,FileProtocolHandler", url] }
  if (platform === "darwin") return { file: "open", args: [url] }
  if (env.WSL_DISTRO_NAME) return { file: "rundll32.exe", args: ["url.dll,FileProtocolHandler", url] }
  return env.DISPLAY || env.WAYLAND_DISPLAY ? { file: "xdg-open", args: [url] } : undefined
}

/** Milliseconds in which a program may report failure; one that still runs then is a browser. */
const failureTimeout = 3_000

/** Opens an address; false on failure. The browser outlives this process. */
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
