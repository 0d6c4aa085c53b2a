import { ensureGenerated } from "../../scripts/lib/generated.mjs"

/** What the sources generate is there before any test file is loaded, also right after a clone; else why it is not is all that is said. */
export const setup = () =>
  ensureGenerated().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
