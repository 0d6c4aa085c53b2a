import { type Place, placeAt } from "./place.ts"

/** A piece of a part, and where it is in a file. */
export interface Piece {
  readonly text: string
  readonly file: string
  /** The text of that file, and where the piece begins in it. */
  readonly source: string
  readonly from: number
  /** True for what was put in by us: all of it is the tag that begins at `from`. */
  readonly isMade?: boolean
}

/** One of the texts of a template, as the service gets it. */
export interface Part {
  readonly text: string
  /** The file that is edited to change it. */
  readonly file: string
  /** The text of that file, where it is Liquid; undefined where the part is compiled from something else. */
  readonly source: string | undefined
  readonly partials: readonly string[]
  /** Where an offset in `text` comes from. */
  placeOf(at: number): Place
}

export function partOf(file: string, source: string | undefined, pieces: readonly Piece[], partials: string[]): Part {
  return {
    text: pieces.map(({ text }) => text).join(""),
    file,
    source,
    partials,
    placeOf(at) {
      let left = at
      for (const piece of pieces) {
        if (left < piece.text.length) return placeIn(piece, left)
        left -= piece.text.length
      }
      const last = pieces.at(-1)
      return last === undefined ? { file, line: 1, column: 1 } : placeIn(last, last.text.length)
    },
  }
}

const placeIn = ({ file, source, from, isMade }: Piece, at: number): Place =>
  placeAt(file, source, isMade ? from : from + at)
