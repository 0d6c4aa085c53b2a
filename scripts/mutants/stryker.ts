import { existsSync } from "node:fs"
import { runNpm } from "../lib/install.mjs"
import { tool } from "../lib/run.mjs"

const version = "9.6.1"

/** Installs Stryker beside what package.json asks for: half a thousand files that no other command needs. */
export async function ensureStryker(): Promise<void> {
  if (existsSync(tool("@stryker-mutator/vitest-runner"))) return
  const packages = ["core", "instrumenter", "vitest-runner"].map((name) => `@stryker-mutator/${name}@${version}`)
  const { code, output } = await runNpm(["install", "--no-save", "--no-audit", "--no-fund", ...packages])
  if (code !== 0) throw new Error(`Stryker cannot be installed:\n${output}`)
}
