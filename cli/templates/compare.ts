import { baseName } from "./base-store.ts"
import { type Content, changedFields } from "./content.ts"
import { folderName } from "./folder-name.ts"
import type { LockEntries, LockEntry } from "./lock-file.ts"
import { type KnownTemplate, matchFolders } from "./match-folders.ts"
import type { Problem } from "./place.ts"
import type { FolderTemplate, TemplateSet } from "./read-templates.ts"

export interface RemoteTemplate {
  readonly id: number
  readonly version: number
  readonly content: Content
}

/** The state of a template here, compared with the service. */
export type State =
  | "same"
  | "changed_here"
  | "changed_there"
  | "changed_both"
  | "new_here"
  | "new_there"
  | "deleted_here"
  | "deleted_there"
  /** Only at the service, and to be ignored: its folder was deleted on purpose. */
  | "forgotten"
  /** Its files have errors, so it cannot be compared. */
  | "unreadable"
  /** Neither here nor at the service: its lock file entry is to be removed. */
  | "gone"

/** A template's local and remote sides, as far as they exist. */
export interface Pair {
  /** The folder's name; without a folder, the name it had or would get. */
  readonly folder: string
  readonly state: State
  readonly local?: FolderTemplate | undefined
  readonly remote?: RemoteTemplate | undefined
  /** The common base; undefined when unknown. */
  readonly base?: Content | undefined
  /** Its lock file entry; for a renamed folder, the entry under its old name. */
  readonly entry?: LockEntry | undefined
  /** The name of its entry in the lock file, if that is another. */
  readonly renamedFrom?: string | undefined
  /** The new name of the entry that the lock file has under this folder's name: it is of another template. */
  readonly displaces?: string | undefined
  readonly problems?: readonly Problem[] | undefined
}

export interface Sides {
  readonly set: TemplateSet
  readonly entries: LockEntries
  readonly remotes: readonly RemoteTemplate[]
  /** The stored base contents, by name. */
  readonly bases: ReadonlyMap<string, Content>
}

interface Known extends KnownTemplate {
  readonly remote: RemoteTemplate | undefined
}

export function compare(sides: Sides): Pair[] {
  const { set, entries, remotes, bases } = sides
  const remoteById = new Map(remotes.map((remote) => [remote.id, remote]))
  const entriesByFolder = new Map(
    Object.entries(entries).flatMap(([folder, entry]): [string, Known][] => {
      const remote = remoteById.get(entry.id)
      // Versions only grow, so this is another service under the same address, such as a restarted mock server.
      if (remote !== undefined && remote.version < entry.version) return []
      const base = bases.get(entry.base) ?? (remote?.version === entry.version ? remote.content : undefined)
      return [[folder, { entry, remote, base }]]
    }),
  )
  const locals = new Map(set.templates.map((template) => [template.folder, template]))
  const linked = [...entriesByFolder.values()].map(({ entry }) => entry.id)
  const freeRemotes = remotes.filter(({ id }) => !linked.includes(id))
  const isHere = (folder: string) => set.folders.includes(folder)
  const idsHere = new Set([...entriesByFolder].filter(([folder]) => isHere(folder)).map(([, { entry }]) => entry.id))
  const lost = new Set(
    [...entriesByFolder].flatMap(([folder, { entry }]) => (isHere(folder) || idsHere.has(entry.id) ? [] : [folder])),
  )
  const { renamed, doubtful, renewed } = matchFolders(
    set.templates,
    entriesByFolder,
    lost,
    freeRemotes.map(({ content }) => content),
  )
  const movedFrom = new Set(renamed.values())
  const hasOwnEntry = ({ folder }: FolderTemplate) =>
    entriesByFolder.has(folder) && ![renamed, movedFrom, doubtful, renewed].some((folders) => folders.has(folder))
  const freeLocals = set.templates.filter((template) => !hasOwnEntry(template))
  const adopted = adoptions(
    freeLocals.filter(({ folder }) => !renamed.has(folder)),
    freeRemotes,
  )
  const usedIds = new Set([...adopted.values()].map(({ id }) => id))
  const names = [...set.folders, ...set.otherFolders, ...Object.keys(entries)]
  const nameFor = (name: string): string => {
    const folder = folderName(name, names)
    names.push(folder)
    return folder
  }
  const displaced = new Map(
    freeLocals.flatMap(({ folder }): [string, string][] => {
      const former = movedFrom.has(folder) ? undefined : entriesByFolder.get(folder)
      return former ? [[folder, nameFor((former.base ?? former.remote?.content)?.name ?? folder)]] : []
    }),
  )
  return [
    ...[...set.unreadable].map(
      ([folder, problems]): Pair => ({ folder, state: "unreadable", problems, ...entriesByFolder.get(folder) }),
    ),
    ...[...entriesByFolder].flatMap(([folder, about]): Pair | [] => {
      const newName = displaced.get(folder)
      if (newName !== undefined) {
        const pair = pairOf({ folder: newName, ...about, renamedFrom: folder })
        // Perhaps it is back: whoever pushes decides.
        return doubtful.has(folder) && pair.state === "forgotten" ? { ...pair, state: "deleted_here" } : pair
      }
      if (movedFrom.has(folder) || set.unreadable.has(folder)) return []
      // Two branches can create two entries for one template, when one of them renamed the folder.
      if (!isHere(folder) && !lost.has(folder)) return pairOf({ folder, entry: about.entry })
      return pairOf({ folder, local: locals.get(folder), ...about })
    }),
    ...freeLocals.map((local) => {
      const { folder } = local
      const from = renamed.get(folder)
      return pairOf({
        folder,
        local,
        remote: adopted.get(folder),
        ...(from === undefined ? {} : entriesByFolder.get(from)),
        renamedFrom: from,
        displaces: displaced.get(folder),
      })
    }),
    ...freeRemotes
      .filter(({ id }) => !usedIds.has(id))
      .map((remote) => pairOf({ folder: nameFor(remote.content.name), remote })),
  ]
}

/** Combines a new folder with the missing one, once it is known to be a rename. */
export function renamedPair({ folder, local, displaces }: Pair, { remote, base, entry, ...missing }: Pair): Pair {
  const renamedFrom = missing.renamedFrom ?? missing.folder
  return renamedFrom === folder
    ? pairOf({ folder, local, remote, base, entry })
    : pairOf({ folder, local, remote, base, entry, renamedFrom, displaces })
}

const pairOf = (about: Omit<Pair, "state">): Pair => ({ ...about, state: stateOf(about) })

function stateOf({ local, remote, base, entry }: Omit<Pair, "state">): State {
  if (local === undefined) {
    if (remote === undefined) return "gone"
    if (entry?.forgotten) return "forgotten"
    return entry ? "deleted_here" : "new_there"
  }
  if (remote === undefined) return entry ? "deleted_there" : "new_here"
  if (isSame(local.content, remote.content)) return "same"
  if (base === undefined) return "changed_both"
  if (isSame(remote.content, base)) return "changed_here"
  return isSame(local.content, base) ? "changed_there" : "changed_both"
}

const isSame = (one: Content, other: Content) => changedFields(one, other).length === 0

/** Pairs templates that exist here and there but were never compared, such as at a service new to this repository. */
function adoptions(locals: readonly FolderTemplate[], remotes: readonly RemoteTemplate[]): Map<string, RemoteTemplate> {
  const unmatched = new Set(remotes)
  const remotesByFolder = new Map<string, RemoteTemplate>()
  const take = (folder: string, remote: RemoteTemplate | undefined) => {
    if (remote === undefined) return
    remotesByFolder.set(folder, remote)
    unmatched.delete(remote)
  }
  for (const { folder, content } of locals) {
    take(
      folder,
      [...unmatched].find((remote) => baseName(remote.content) === baseName(content)),
    )
  }
  for (const { folder, content } of locals) {
    const isAlone = locals.filter((other) => other.content.name === content.name).length === 1
    const [same, second] = [...unmatched].filter((remote) => remote.content.name === content.name)
    if (!remotesByFolder.has(folder) && isAlone && second === undefined) take(folder, same)
  }
  return remotesByFolder
}
