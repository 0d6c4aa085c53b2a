import type { Pager } from "../terminal/io.ts"
import { type PagerCommand, pagerCommand, pagerEnv } from "../terminal/output/pager.ts"

/** Starts the configured pager; undefined without one. Calls `leave` when it ends before the text does. */
export function startPager({ env, platform, getBuiltinModule }: NodeJS.Process, leave: () => void): Pager | undefined {
  const command = pagerCommand({ env, platform })
  if (!command) return undefined
  const processes = getBuiltinModule("node:child_process")
  if (!isThere(command, platform, processes)) return undefined
  const { spawn } = processes
  const { file, args, shell } = command
  const child = spawn(file, args, { shell, stdio: ["pipe", "inherit", "inherit"], env: pagerEnv(env) })
  let [isGone, isWhole] = [false, false]
  const onEnd = () => {
    isGone = true
    if (!isWhole) leave()
  }
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()).once("error", () => resolve()))
  ended.then(onEnd)
  child.stdin.on("error", onEnd)
  return {
    sink: {
      isTTY: true,
      write: (chunk) => isGone || child.stdin.write(chunk),
      once: (event, listener) => child.stdin.once(event, listener),
      off: (event, listener) => child.stdin.off(event, listener),
    },
    async end() {
      isWhole = true
      if (!isGone) child.stdin.end()
      await ended
    },
  }
}

/** Text written to a missing program would be lost. */
function isThere(
  { file, shell }: PagerCommand,
  platform: NodeJS.Platform,
  { spawnSync }: typeof import("node:child_process"),
): boolean {
  if (!shell) return spawnSync(file, ["--version"], { stdio: "ignore" }).error === undefined
  const look = platform === "win32" ? "where" : "command -v"
  return spawnSync(`${look} ${file.trim().split(/\s+/)[0]}`, { shell, stdio: "ignore" }).status === 0
}
