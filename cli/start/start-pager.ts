import type { Pager } from "../io.ts"
import { pagerCommand, pagerEnv } from "../output/pager.ts"

/** Starts the pager that the environment names; undefined where there is none. `leave` is called when it ends before its text does. */
export function startPager({ env, platform, getBuiltinModule }: NodeJS.Process, leave: () => void): Pager | undefined {
  const command = pagerCommand({ env, platform })
  if (!command) return undefined
  const { spawn, spawnSync } = getBuiltinModule("node:child_process")
  const { file, args, shell } = command
  // What was written to a program that is not there would be lost.
  if (!shell && spawnSync(file, ["--version"], { stdio: "ignore" }).error) return undefined
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
