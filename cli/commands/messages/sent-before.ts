import { resolve } from "node:path"
import type { Context } from "../../context.ts"
import { fileStats } from "../../input/files.ts"
import { keptState } from "../kept-state.ts"

/** So many lines are done between two writes of how far it got. A crash sends at most these again, by the same keys. */
const linesBetween = 500

/** What earlier runs of this command have done with a file. One that came to its end is `isFinished`: this one begins anew. */
export async function sentBefore(context: Context, file: string) {
  const { io, flags, profile } = context
  const stats = fileStats(io, file)
  // What is read once only cannot be gone on with.
  if (stats === undefined) {
    const nothing = async (_line?: number) => {}
    return { lines: 0, isFinished: false, done: nothing, keep: nothing, finish: nothing }
  }
  const { baseUrl, account, brand, recipients } = await profile()
  const { errors: _, restart: __, concurrency: ___, ...message } = flags
  const about = [resolve(io.cwd, file), stats.size, stats.mtimeMs, baseUrl, account, brand, recipients, message]
  const state = keptState<{ lines: number; isFinished?: true }>(context, "sends", about)
  const { lines = 0, isFinished = false } = state.read() ?? {}
  let [last, kept] = [0, 0]
  const keep = async () => {
    if (last > 0) await state.write({ lines: last })
    kept = last
  }
  return {
    lines,
    isFinished,
    /** Says that all lines up to this one are done. */
    async done(line: number) {
      last = line
      if (last - kept >= linesBetween) await keep()
    },
    keep,
    finish: () => state.write({ lines: 0, isFinished: true }),
  }
}
