import { resolve } from "node:path"
import type { Context } from "../../context.ts"
import { fileStats } from "../../input/files.ts"
import { countText } from "../../output/numbers.ts"
import type { AccountIdentity } from "../account-identity.ts"
import type { PlacedColumns } from "../contacts/place-columns.ts"
import { keptState } from "../kept-state.ts"

/** Lines between two progress writes. After a crash at most these are sent again, with the same keys. */
const linesBetween = 500

/**
 * The progress of earlier runs of this command with a file. After a complete run, `isFinished` is true and this run
 * starts over.
 */
export async function sendProgress(context: Context, file: string, identity: AccountIdentity, columns?: PlacedColumns) {
  const { io, flags, profile } = context
  const stats = fileStats(io, file)
  // A file that can only be read once cannot be resumed.
  if (stats === undefined) {
    const nothing = async (_line?: number) => {}
    return { lines: 0, isFinished: false, done: nothing, keep: nothing, finish: nothing }
  }
  const { baseUrl, account, brand, recipients } = await profile()
  const { errors: _, restart: __, concurrency: ___, strict: ____, ...message } = flags
  const about = [
    resolve(io.cwd, file),
    stats.size,
    stats.mtimeMs,
    baseUrl,
    account,
    brand,
    recipients,
    message,
    columns?.map,
  ]
  const state = keptState<{ lines: number; isFinished?: true }>(context, "sends", about, identity)
  const { lines = 0, isFinished = false } = state.read() ?? {}
  for (const { account: other, state: run } of lines > 0 ? [] : state.others()) {
    if (run.lines > 0)
      context.note(
        `Not resumed: a run after ${countText(run.lines)} lines belongs to ${other}. This run begins at line 1.`,
      )
  }
  let [last, kept] = [0, 0]
  const keep = async () => {
    if (last > 0) await state.write({ lines: last })
    kept = last
  }
  return {
    lines,
    isFinished,
    /** Records that all lines up to this one are done. */
    async done(line: number) {
      last = line
      if (last - kept >= linesBetween) await keep()
    },
    keep,
    finish: () => state.write({ lines: 0, isFinished: true }),
  }
}
