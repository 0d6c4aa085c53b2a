import { readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { root } from "../lib/run.mjs"

/** A mutant that no test finds, and why it is no fault: `from` is the line that it is in. */
const survivorSchema = z.object({ file: z.string(), from: z.string(), to: z.string(), why: z.string().min(1) })
export type Survivor = z.infer<typeof survivorSchema>

export const accepted = z
  .array(survivorSchema)
  .parse(JSON.parse(readFileSync(join(root, "scripts/mutants/survivors.json"), "utf8")))

/** What of a mutant a reason is found by. */
interface Judged {
  readonly file: string
  readonly from: string
  readonly replacement: string
}

export const isReasonOf =
  ({ file, from, replacement }: Judged) =>
  (one: Survivor): boolean =>
    one.file === file && one.from === from && one.to === replacement
