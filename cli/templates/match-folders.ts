import { bodyFields, type Content, changedFields } from "./content.ts"
import type { LockEntry } from "./lock-file.ts"
import type { FolderTemplate } from "./read-templates.ts"

/** A template of the lock file. */
export interface KnownTemplate {
  readonly entry: LockEntry
  readonly remote: { readonly content: Content } | undefined
  readonly base: Content | undefined
}

/** Which folders hold another template than the lock file has under their name. */
export interface Matched {
  /** The former names of renamed folders, by folder. */
  readonly renamed: ReadonlyMap<string, string>
  /** Folders whose text is that of another template, or perhaps of a forgotten one: only a person knows what they are. */
  readonly doubtful: ReadonlySet<string>
  /** Folders with a new template under the name of a forgotten one. */
  readonly renewed: ReadonlySet<string>
}

/**
 * Recognises renamed folders, also those renamed onto the name of another, by an unchanged name or body. A template at
 * the service is never updated with the text of another one, so a folder whose text is another's counts as its own only
 * if it has as much of its own.
 */
export function matchFolders(
  locals: readonly FolderTemplate[],
  knownByFolder: ReadonlyMap<string, KnownTemplate>,
  lost: ReadonlySet<string>,
  others: readonly Content[],
): Matched {
  const localByFolder = new Map(locals.map((local) => [local.folder, local]))
  /** Undefined for a folder without an entry. */
  const ownLikeness = ({ folder, content }: FolderTemplate): number | undefined => {
    const template = knownByFolder.get(folder)
    return template && (textsOf(template).length === 0 ? 1 : likeness(content, textsOf(template)))
  }
  const textsBeside = (folder: string) => [
    ...[...knownByFolder].flatMap(([name, template]) => (name === folder ? [] : textsOf(template))),
    ...others,
  ]
  const isOther = (local: FolderTemplate) =>
    ownLikeness(local) !== 3 && likeness(local.content, textsBeside(local.folder)) === 3
  // A folder that is missing, or has the text of another, leaves its template to another folder.
  const open = new Map(
    [...knownByFolder].filter(([folder, { entry }]) => {
      const local = localByFolder.get(folder)
      // What was forgotten stays as it is at the service.
      if (entry.forgotten) return false
      return local === undefined ? lost.has(folder) : ownLikeness(local) === 0 || isOther(local)
    }),
  )
  const renamed = new Map<string, string>()
  const doubtful = new Set<string>()
  const renewed = new Set<string>()
  for (const level of [3, 2, 1]) {
    for (const local of locals) {
      const { folder, content } = local
      if (renamed.has(folder) || (ownLikeness(local) ?? 0) >= level) continue
      // Folders often share a text part, which is not enough where the former folder is still there.
      const [first, second] = [...open].filter(
        ([name, template]) => likeness(content, textsOf(template)) >= level && (level > 1 || !localByFolder.has(name)),
      )
      if (first === undefined) continue
      if (second !== undefined) doubtful.add(folder)
      else {
        renamed.set(folder, first[0])
        open.delete(first[0])
      }
    }
  }
  const moved = new Set(renamed.values())
  for (const local of locals) {
    const { folder, content } = local
    const similarity = ownLikeness(local)
    const isForgotten = knownByFolder.get(folder)?.entry.forgotten
    if (renamed.has(folder) || moved.has(folder) || similarity === undefined) doubtful.delete(folder)
    else if (isForgotten && similarity === 0) renewed.add(folder)
    else if (isForgotten ? similarity < 3 : isOther(local)) doubtful.add(folder)
    else if (similarity === 0 && likeness(content, textsBeside(folder)) > 0) doubtful.add(folder)
  }
  return { renamed, doubtful, renewed }
}

const textsOf = ({ base, remote }: KnownTemplate): Content[] =>
  [base, remote?.content].filter((content) => content !== undefined)

/** 3: exactly one of the texts; 2: the name and a body of one; 1: either; 0: neither. */
function likeness(content: Content, texts: readonly Content[]): number {
  const likenesses = texts.map((text) => {
    if (changedFields(content, text).length === 0) return 3
    const hasBody = bodyFields.some((field) => content[field] && content[field] === text[field])
    return Number(content.name === text.name) + Number(hasBody)
  })
  return Math.max(0, ...likenesses)
}
