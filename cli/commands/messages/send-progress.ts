import { resolve } from "node:path"
import type { AccountIdentity } from "../../connection/account/account-identity.ts"
import { keptState } from "../../connection/account/kept-state.ts"
import type { Context } from "../../connection/context.ts"
import { fileStats, hashFile } from "../../line/input/files.ts"
import type { RefusedFile } from "../../runners/refused-file.ts"
import { countText } from "../../terminal/output/numbers.ts"
import type { PlacedColumns } from "../contacts/place-columns.ts"

/** Lines between two progress writes. After a crash at most these are sent again, with the same keys. */
const linesBetween = 500

interface SendState {
  readonly lines: number
  readonly isFinished?: true
  /** How many of these lines were sent. */
  readonly sent?: number
  /** How many of these lines were refused, and the `id` of the file that lists them. */
  readonly refused?: number
  readonly refusedFile?: string | undefined
}

/**
 * The progress of earlier runs of this command with a file, for the same account, and of this run. After a complete run,
 * `isFinished` is true and this run starts over.
 */
export async function sendProgress(context: Context, file: string, identity: AccountIdentity, columns?: PlacedColumns) {
  const { io, flags, profile } = context
  const statsBefore = fileStats(io, file)
  // A file that can only be read once cannot be resumed.
  const hash = statsBefore && (await hashFile(context, file))
  const { baseUrl, account, brand, recipients } = await profile()
  const { errors: _, restart: __, concurrency: ___, strict: ____, ...message } = flags
  const about = [resolve(io.cwd, file), hash, baseUrl, account, brand, recipients, message, columns?.map]
  const progress = keptState<SendState>(context, "sends", about, identity)
  const before = (statsBefore && progress.read()) || { lines: 0 }
  for (const { account: other, state } of before.lines > 0 || !statsBefore ? [] : progress.others()) {
    if (state.lines > 0)
      context.note(
        `Not resumed: a run after ${countText(state.lines)} lines belongs to ${other}. This run begins at line 1.`,
      )
  }
  let [last, saved] = [0, 0]
  async function keep(refusedRows: RefusedFile, sent: number) {
    const stats = fileStats(io, file)
    // Of a file that is being changed, it is unknown which lines were read.
    const isSame = stats && statsBefore && stats.mtimeMs === statsBefore.mtimeMs && stats.size === statsBefore.size
    if (isSame && last > 0)
      await progress.write({ lines: last, sent, refused: refusedRows.count, refusedFile: refusedRows.id })
    saved = last
  }
  return {
    ...before,
    /** Records that all lines up to this one are done. */
    async done(line: number, refusedRows: RefusedFile, sent: number) {
      last = line
      if (last - saved >= linesBetween) await keep(refusedRows, sent)
    },
    keep,
    finish: async () => {
      if (statsBefore) await progress.write({ lines: 0, isFinished: true })
    },
  }
}
