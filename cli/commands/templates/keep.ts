import type { Context } from "../../connection/context.ts"
import type { LockEntry, Pair } from "../../templates/index.ts"
import { type Files, folderOf, onDisk } from "./files.ts"
import { lockOf, ownValue, type Target } from "./look.ts"

/** Without `remote`, the template no longer exists at the service. */
export type Kept = Pick<Pair, "folder" | "remote" | "renamedFrom" | "displaces"> & Pick<LockEntry, "forgotten">

/** Records the common base in the lock file. Rereads the file first: another command may have written it. */
export const keep = (context: Context, files: Files, target: Target, changes: Kept): Promise<void> =>
  onDisk(() => keepIn(context, files, target, changes))

async function keepIn(
  context: Context,
  files: Files,
  { account, address, brand }: Target,
  changes: Kept,
): Promise<void> {
  const dir = folderOf(context)
  const { folder, remote, forgotten } = changes
  const { lock: before, accounts } = await lockOf(context, files)
  const lock = files.movedEntries(before, movesOf([changes]))
  const owner = ownValue(accounts, address)
  // What another account had under the same ids is of no use.
  const service = owner && owner.key !== account.key ? {} : (ownValue(lock, address) ?? {})
  const { [folder]: _, ...others } = ownValue(service, brand) ?? {}
  const entry = remote && {
    id: remote.id,
    version: remote.version,
    base: await files.writeBase(dir, remote.content, address),
    ...(forgotten && { forgotten }),
  }
  const entries = entry === undefined ? others : { ...others, [folder]: entry }
  const after = { ...lock, [address]: { ...service, [brand]: entries } }
  const owners = { ...accounts, [address]: { key: account.key, name: account.owner } }
  await files.writeLock(dir, { lock: after, accounts: owners })
  await files.removeUnused(dir, after)
}

/** The entries of the lock file that get another name, by their present name. */
function movesOf(pairs: readonly Pick<Pair, "folder" | "renamedFrom" | "displaces">[]): Map<string, string> {
  const displaced = pairs.flatMap(({ folder, displaces }): [string, string][] =>
    displaces === undefined ? [] : [[folder, displaces]],
  )
  const renamed = pairs.flatMap(({ folder, renamedFrom }): [string, string][] =>
    renamedFrom === undefined ? [] : [[renamedFrom, folder]],
  )
  return new Map([...displaced, ...renamed])
}

/** Records which folders hold another template than before, all at once: two may have been swapped. Returns the pairs without that. */
export async function keepRenames(context: Context, files: Files, pairs: readonly Pair[]): Promise<Pair[]> {
  const moves = movesOf(pairs.filter(({ local }) => local !== undefined))
  if (moves.size === 0) return [...pairs]
  await onDisk(async () => {
    const { lock, accounts } = await lockOf(context, files)
    await files.writeLock(folderOf(context), { lock: files.movedEntries(lock, moves), accounts })
  })
  const moved = new Set(moves.values())
  return pairs.map((pair) =>
    pair.local !== undefined || moved.has(pair.folder)
      ? { ...pair, renamedFrom: undefined, displaces: undefined }
      : pair,
  )
}
