import { type LiquidTag, liquidTags } from "./liquid-tags.ts"
import type { Piece } from "./part.ts"
import { type Problem, placeAt } from "./place.ts"

/** A file of `partials/`. */
export interface Partial {
  readonly file: string
  readonly text: string
}

/** The files of `partials/` by name, such as `footer.html.liquid`. */
export type Partials = ReadonlyMap<string, Partial>

/** The part that a text belongs to, as in file names. */
export type Kind = "html" | "txt"

/** Tells readers of the template at the service that a change there is in the wrong place. */
const putIn = 'was put in by "mas templates push", since the service has no partials. Change it in the repository.'
const beginning = (tag: string) => `comment %} ${tag} ${putIn} {% endcomment`
const ending = (tag: string) => `comment %} End of ${tag} {% endcomment`

/**
 * Replaces `{% render 'name' %}` and `{% include 'name' %}` with the partials, between two comments that name the tag,
 * so that `takePartialsOut` can restore it. A text without such tags is unchanged. `names` lists each inlined partial
 * once.
 */
export function putPartialsIn(file: string, source: string, kind: Kind, partials: Partials) {
  const names = new Set<string>()
  const problems: Problem[] = []
  const pieces = [...expand({ file, text: source }, [])]
  return { pieces, names: [...names], problems }

  function* expand({ file, text }: Partial, within: readonly string[]): Generator<Piece> {
    const piece = (from: number, to: number): Piece => ({ text: text.slice(from, to), file, source: text, from })
    const generatedPiece = (text_: string, from: number): Piece => ({
      text: text_,
      file,
      source: text,
      from,
      isMade: true,
    })
    let done = 0
    for (const tag of liquidTags(text)) {
      if (!isPartialTag(tag)) continue
      const refuse = (message: string) => void problems.push({ ...placeAt(file, text, tag.begin), message })
      const name = nameIn(tag)
      if (name === undefined) {
        refuse(`{% ${tag.name} %} takes only a partial's name in quotes: set its variables with assign first`)
        continue
      }
      const partial = partials.get(`${name}.${kind}.liquid`) ?? partials.get(`${name}.liquid`)
      if (partial === undefined) {
        refuse(`there is no partials/${name}.${kind}.liquid and no partials/${name}.liquid`)
        continue
      }
      if (within.includes(partial.file)) {
        refuse(`the partial ${JSON.stringify(name)} includes itself`)
        continue
      }
      names.add(name)
      const typed = text.slice(tag.begin, tag.end)
      yield piece(done, tag.begin)
      yield generatedPiece(`{%${tag.trimsBefore ? "-" : ""} ${beginning(typed)} %}`, tag.begin)
      yield* expand(partial, [...within, partial.file])
      yield generatedPiece(`{% ${ending(typed)} ${tag.trimsAfter ? "-" : ""}%}`, tag.begin)
      done = tag.end
    }
    if (done < text.length) yield piece(done, text.length)
  }
}

/**
 * Replaces inlined partials with their tags, unless they were changed at the service. A partial is unchanged if its
 * text equals one that `givenBy` returns for the tag: its current text, or the text last pushed.
 */
export function takePartialsOut(text: string, givenBy: (tag: string) => readonly (string | undefined)[]): string {
  let out = ""
  let done = 0
  for (const { tag, begin, end } of putInPlaces(text)) {
    out += text.slice(done, begin)
    out += givenBy(tag).includes(text.slice(begin, end)) ? tag : text.slice(begin, end)
    done = end
  }
  return out + text.slice(done)
}

/** The inlined partials of a text, each with its tag as typed and its two comments; nested ones are skipped. */
export function* putInPlaces(text: string) {
  let open: { readonly tag: string; readonly begin: number; depth: number } | undefined
  for (const { name, inner, begin, end } of liquidTags(text)) {
    if (name !== "comment") continue
    const content = inner.trim()
    if (open === undefined) {
      const [tag, rest] = content.endsWith(putIn)
        ? [content.slice(0, -putIn.length).trim(), putIn]
        : [content, undefined]
      if (rest !== undefined) open = { tag, begin, depth: 1 }
    } else if (content === `${open.tag} ${putIn}`) {
      open.depth++
    } else if (content === `End of ${open.tag}` && --open.depth === 0) {
      yield { tag: open.tag, begin: open.begin, end }
      open = undefined
    }
  }
}

const isPartialTag = ({ name }: LiquidTag) => name === "render" || name === "include"

const nameIn = ({ inner }: LiquidTag): string | undefined =>
  /^(?:"([^"]+)"|'([^']+)')$/.exec(inner.normalize("NFC"))?.slice(1).find(Boolean)
