import { type Place, placeAt } from "./place.ts"

/** A piece of a part, with its place in a file. */
export interface Piece {
  readonly text: string
  readonly file: string
  /** The text of that file, and the piece's offset in it. */
  readonly source: string
  readonly from: number
  /** True for generated text: all of it maps to the tag that begins at `from`. */
  readonly isMade?: boolean
}

/** One of a template's texts, as sent to the service. */
export interface Part {
  readonly text: string
  /** The file to edit in order to change it. */
  readonly file: string
  /** The file's text when it is Liquid; undefined when the part is compiled. */
  readonly source: string | undefined
  readonly partials: readonly string[]
  /** The source place of an offset in `text`. */
  placeOf(at: number): Place
}

export function partOf(file: string, source: string | undefined, pieces: readonly Piece[], partials: string[]): Part {
  return {
    text: pieces.map(({ text }) => text).join(""),
    file,
    source,
    partials,
    placeOf(at) {
      let remaining = at
      for (const piece of pieces) {
        if (remaining < piece.text.length) return placeIn(piece, remaining)
        remaining -= piece.text.length
      }
      const last = pieces.at(-1)
      return last === undefined ? { file, line: 1, column: 1 } : placeIn(last, last.text.length)
    },
  }
}

const placeIn = ({ file, source, from, isMade }: Piece, at: number): Place =>
  placeAt(file, source, isMade ? from : from + at)
