import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ensureGenerated } from "../../scripts/lib/generated.mjs"

// Hides that an AI assistant runs the tests: it would change the output under test.
for (const name of [
  "AI_AGENT",
  "CLAUDECODE",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "OPENCODE",
])
  delete process.env[name]

/**
 * Generates the generated files before any test file is loaded, also right after a clone. On failure only the reason is
 * printed.
 */
export async function setup(): Promise<void> {
  try {
    const stray = join(tmpdir(), "package.json")
    if (existsSync(stray)) throw new Error(`Remove ${stray}: the programs of tests would take it for their own package`)
    await ensureGenerated()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}
