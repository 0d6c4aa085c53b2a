import { folderName } from "./folder-name.ts"
import type { Lock, LockEntries } from "./lock-file.ts"

/** The lock with other names for the entries of renamed folders: at every service and brand, since the folder is one. */
export const movedEntries = (lock: Lock, moves: ReadonlyMap<string, string>): Lock =>
  moves.size === 0
    ? lock
    : Object.fromEntries(
        Object.entries(lock).map(([address, brands]) => [
          address,
          Object.fromEntries(Object.entries(brands).map(([brand, entries]) => [brand, moveIn(entries, moves)])),
        ]),
      )

function moveIn(entries: LockEntries, moves: ReadonlyMap<string, string>): LockEntries {
  const renamed = Object.entries(entries).flatMap(([name, entry]) => {
    const target = moves.get(name)
    return target === undefined ? [] : [[target, entry] as const]
  })
  const targets = new Set(moves.values())
  const names = [...Object.keys(entries), ...targets]
  const others = Object.entries(entries).flatMap(([name, entry]) => {
    if (moves.has(name)) return []
    if (!targets.has(name)) return [[name, entry] as const]
    // The folder holds another template now: its former one keeps its entry, without a folder.
    const freeName = folderName(name, names)
    names.push(freeName)
    return [[freeName, entry] as const]
  })
  return Object.fromEntries([...renamed, ...others])
}
