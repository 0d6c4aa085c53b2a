import { join } from "node:path"
import { root } from "./files.ts"

/** Vitest as users run it, but with a longer timeout: five seconds are too short on a busy machine. */
export const vitestRun = [
  join(root, "node_modules/vitest/vitest.mjs"),
  "run",
  "--testTimeout=600000",
  "--hookTimeout=600000",
] as const
