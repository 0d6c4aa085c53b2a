import { join } from "node:path"
import { root } from "./files.ts"

/** Vitest as users run it, but for its patience of five seconds: that is for a machine with nothing else to do. */
export const vitestRun = [
  join(root, "node_modules/vitest/vitest.mjs"),
  "run",
  "--testTimeout=600000",
  "--hookTimeout=600000",
] as const
