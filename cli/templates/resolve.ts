import { kindOf } from "./bodies.ts"
import type { Pair } from "./compare.ts"
import { type BodyField, bodyFields, type Content, type ContentField, type LineField, lineFields } from "./content.ts"
import { mergeText, type SideNames, type Solve } from "./merge-text.ts"
import { type Partials, putInPlaces, putPartialsIn, takePartialsOut } from "./partials.ts"
import type { LineConflict } from "./template-yaml.ts"

/** A field that both sides changed differently. */
export interface Conflict {
  readonly field: ContentField
  /** The source file that the field is compiled from: changes cannot be merged into it. */
  readonly compiledFrom?: string | undefined
}

/** A partial's tag, as pushed, whose inlined text now stays in the file. */
export interface Loosened {
  readonly tag: string
  /** The reason, as the end of a sentence. */
  readonly why: string
}

/** A template's files after the service's changes are merged. */
export interface Resolved {
  readonly lines: Readonly<Record<Exclude<LineField, "name">, string | null> & Record<"name", string>>
  /** Texts of files; null deletes one, and an absent one is unchanged. */
  readonly bodies: Readonly<Partial<Record<BodyField, string | null>>>
  /** Lines of template.yaml to mark as conflicts. */
  readonly marks: readonly LineConflict[]
  readonly conflicts: readonly Conflict[]
  /** Partials that stay as text, each with the reason. */
  readonly loosened: readonly Loosened[]
}

/** Merges the service's content into a template; `solve` says how to resolve conflicts. */
export function resolve({ local, remote, base, entry }: Pair, partials: Partials, solve: Solve): Resolved {
  if (remote === undefined) throw new Error("there is nothing to merge")
  const theirs = remote.content
  const names: SideNames = {
    base: `version ${entry?.version ?? 0}, the common base`,
    theirs: `the service, version ${remote.version}`,
  }
  const conflicts: Conflict[] = []
  const marks: LineConflict[] = []
  const lines: Record<string, string | null> = {}
  for (const field of lineFields) {
    const here = local?.content[field] ?? null
    const side = sideOf(local?.content, base, theirs, field)
    if (side === "both") {
      conflicts.push({ field })
      if (solve === "mark") marks.push({ field, theirs: theirs[field] })
    }
    lines[field] = side === "theirs" || (side === "both" && solve === "theirs") ? theirs[field] : here
  }
  const bodies: Partial<Record<BodyField, string | null>> = {}
  const loosened: Loosened[] = []
  for (const field of bodyFields) {
    const side = sideOf(local?.content, base, theirs, field)
    if (side === "ours") continue
    const part = local?.parts[field]
    if (part !== undefined && part.source === undefined) {
      conflicts.push({ field, compiledFrom: part.file })
      continue
    }
    const resolved = theirs[field] === null ? null : sourceOf(theirs[field], base?.[field] ?? "", field, partials)
    const tags = [...putInPlaces(part?.source ?? "")].map(({ tag }) => tag)
    const loose = [...putInPlaces(resolved ?? "")].map(({ tag }) => tag).filter((tag) => !tags.includes(tag))
    loosened.push(...loose.map((tag) => ({ tag, why: whyInlined(tag, base?.[field] ?? "", field, partials) })))
    if (side === "theirs") {
      bodies[field] = resolved
      continue
    }
    const begun = base?.[field] ?? undefined
    const texts = {
      ours: part?.source ?? "",
      base: begun === undefined ? undefined : sourceOf(begun, begun, field, partials),
      theirs: resolved ?? "",
    }
    const merged = mergeText(texts, names, solve)
    if (merged.conflicts > 0) conflicts.push({ field })
    const isGone = merged.text === "" && (solve === "theirs" ? resolved === null : part === undefined)
    bodies[field] = isGone ? null : merged.text
  }
  const { name = theirs.name, ...rest } = lines
  return { lines: { ...emptyLines, ...rest, name: name ?? theirs.name }, bodies, marks, conflicts, loosened }
}

const emptyLines = { subject: null, preheader: null, from_name: null, from_email: null, reply_to: null }

function sideOf(
  here: Content | undefined,
  base: Content | undefined,
  theirs: Content,
  field: ContentField,
): "ours" | "theirs" | "both" {
  if (here === undefined) return "theirs"
  if (here[field] === theirs[field] || base?.[field] === theirs[field]) return "ours"
  return base?.[field] === here[field] ? "theirs" : "both"
}

/** The text of a tag in a part, and whether it could be read here. */
function tagText(tag: string, field: BodyField, partials: Partials): { text: string; isReadable: boolean } {
  const { pieces, problems } = putPartialsIn("", tag, kindOf[field], partials)
  return { text: pieces.map((piece) => piece.text).join(""), isReadable: problems.length === 0 }
}

function whyInlined(tag: string, base: string, field: BodyField, partials: Partials): string {
  if (!tagText(tag, field, partials).isReadable) return "the partial is not in this folder"
  const isKnown = [...putInPlaces(base)].some((one) => one.tag === tag)
  return isKnown ? "it was changed at the service" : "the partial in this folder has another text"
}

/**
 * The source of a body from the service: its inlined partials become tags again, unless changed there since `base`. A
 * partial missing from this folder stays as text, since its tag would be an error.
 */
function sourceOf(text: string, base: string, field: BodyField, partials: Partials): string {
  const before = [...putInPlaces(base)]
  return takePartialsOut(text, (tag) => {
    const now = tagText(tag, field, partials)
    if (!now.isReadable) return []
    const pushed = before.filter((one) => one.tag === tag).map(({ begin, end }) => base.slice(begin, end))
    return [...pushed, now.text]
  })
}
