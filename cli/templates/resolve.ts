import { kindOf } from "./bodies.ts"
import type { Pair } from "./compare.ts"
import { type BodyField, bodyFields, type Content, type ContentField, type LineField, lineFields } from "./content.ts"
import { mergeText, type SideNames, type Solve } from "./merge-text.ts"
import { type Partials, putInPlaces, putPartialsIn, takePartialsOut } from "./partials.ts"
import type { LineConflict } from "./template-yaml.ts"

/** A field that both sides changed, each in its own way. */
export interface Conflict {
  readonly field: ContentField
  /** The file that the field is compiled from: nothing can be merged into it. */
  readonly compiledFrom?: string | undefined
}

/** The tag of a partial, as it was pushed; what it put in is text in the file now. */
export interface Loosened {
  readonly tag: string
  /** A sentence's end. */
  readonly why: string
}

/** What the files of a template become when the service's changes are taken in. */
export interface Resolved {
  readonly lines: Readonly<Record<Exclude<LineField, "name">, string | null> & Record<"name", string>>
  /** Texts of files, null for none; a body that is left out stays as it is. */
  readonly bodies: Readonly<Partial<Record<BodyField, string | null>>>
  /** Lines of template.yaml to mark. */
  readonly marks: readonly LineConflict[]
  readonly conflicts: readonly Conflict[]
  /** Tags of partials that stay as text, each with why. */
  readonly loosened: readonly Loosened[]
}

/** Takes what the service has into a template; `solve` says what becomes of conflicts. */
export function resolve({ local, remote, base, entry }: Pair, partials: Partials, solve: Solve): Resolved {
  if (remote === undefined) throw new Error("there is nothing to take in")
  const theirs = remote.content
  const names: SideNames = {
    base: `version ${entry?.version ?? 0}, with which both sides began`,
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
    const taken = theirs[field] === null ? null : sourceOf(theirs[field], base?.[field] ?? "", field, partials)
    const stood = [...putInPlaces(part?.source ?? "")].map(({ tag }) => tag)
    const loose = [...putInPlaces(taken ?? "")].map(({ tag }) => tag).filter((tag) => !stood.includes(tag))
    loosened.push(...loose.map((tag) => ({ tag, why: whyLoose(tag, base?.[field] ?? "", field, partials) })))
    if (side === "theirs") {
      bodies[field] = taken
      continue
    }
    const begun = base?.[field] ?? undefined
    const texts = {
      ours: part?.source ?? "",
      base: begun === undefined ? undefined : sourceOf(begun, begun, field, partials),
      theirs: taken ?? "",
    }
    const merged = mergeText(texts, names, solve)
    if (merged.conflicts > 0) conflicts.push({ field })
    const isGone = merged.text === "" && (solve === "theirs" ? taken === null : part === undefined)
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

/** What a tag gives in a part, and whether it can be read here at all. */
function given(tag: string, field: BodyField, partials: Partials): { text: string; isReadable: boolean } {
  const { pieces, problems } = putPartialsIn("", tag, kindOf[field], partials)
  return { text: pieces.map((piece) => piece.text).join(""), isReadable: problems.length === 0 }
}

function whyLoose(tag: string, base: string, field: BodyField, partials: Partials): string {
  if (!given(tag, field, partials).isReadable) return "the partial is not in this folder"
  const isKnown = [...putInPlaces(base)].some((one) => one.tag === tag)
  return isKnown ? "it was changed at the service" : "the partial of this folder says something else"
}

/**
 * The text of a file for a body of the service: tags in the place of partials that nobody changed there since `base`. Where a
 * partial is not in this folder, its text stays: with a tag of nothing the file could not be read.
 */
function sourceOf(text: string, base: string, field: BodyField, partials: Partials): string {
  const before = [...putInPlaces(base)]
  return takePartialsOut(text, (tag) => {
    const now = given(tag, field, partials)
    if (!now.isReadable) return []
    const pushed = before.filter((one) => one.tag === tag).map(({ begin, end }) => base.slice(begin, end))
    return [...pushed, now.text]
  })
}
