import { resolve } from "node:path"
import type { Context } from "../../context.ts"
import { fileStats } from "../../input/files.ts"
import { keptState } from "../kept-state.ts"

/** So many lines are done between two writes of how far it got. A crash sends at most these again, by the same keys. */
const linesBetween = 500

/** How many lines of a file earlier runs of this command have sent. */
export interface SentBefore {
  readonly lines: number
  /** Says that all lines up to this one are done. */
  done(line: number): Promise<void>
  /** Writes down how far it got. */
  keep(): Promise<void>
  forget(): void
}

export async function sentBefore({ io, flags, profile }: Context, file: string): Promise<SentBefore> {
  const stats = fileStats(io, file)
  // What is read once only cannot be gone on with.
  if (stats === undefined) return { lines: 0, done: async () => {}, keep: async () => {}, forget: () => {} }
  const { baseUrl, brand } = await profile()
  const { errors: _, restart: __, concurrency: ___, ...message } = flags
  const about = [resolve(io.cwd, file), stats.size, stats.mtimeMs, baseUrl, brand, message]
  const state = keptState<{ readonly lines: number }>(io, "sends", about)
  let [last, kept] = [0, 0]
  const keep = async () => {
    if (last > 0) await state.write({ lines: last })
    kept = last
  }
  return {
    lines: state.read()?.lines ?? 0,
    async done(line) {
      last = line
      if (last - kept >= linesBetween) await keep()
    },
    keep,
    forget: state.forget,
  }
}
