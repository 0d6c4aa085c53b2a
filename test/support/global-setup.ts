import { ensureGenerated } from "../../scripts/lib/generated.mjs"

/** What the sources generate is there before any test file is loaded, also right after a clone. */
export const setup = () => ensureGenerated()
