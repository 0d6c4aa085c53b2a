import { ensureGenerated } from "../../scripts/lib/generated.mjs"

// An assistant that runs the tests is no part of what they try.
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

/** What the sources generate is there before any test file is loaded, also right after a clone; else why it is not is all that is said. */
export const setup = () =>
  ensureGenerated().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
