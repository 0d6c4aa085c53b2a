import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "./files.ts"

/** Vitest as users run it, but with a longer timeout: five seconds are too short on a busy machine. */
export const vitestRun = [
  join(root, "node_modules/vitest/vitest.mjs"),
  "run",
  "--testTimeout=600000",
  "--hookTimeout=600000",
] as const

/** What a test runner prints in a folder, without colours, as if no runner ran this test. */
export function outputOf(runner: readonly string[], folder: string): string {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", NODE_OPTIONS: "" }
  for (const name of Object.keys(env).filter((key) => /^(VITEST|JEST|NODE_TEST)/.test(key))) {
    Reflect.deleteProperty(env, name)
  }
  const { stdout, stderr } = spawnSync(process.execPath, runner, { cwd: folder, encoding: "utf8", env })
  return stdout + stderr
}
