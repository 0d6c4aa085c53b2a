import { eastAsianWidth } from "get-east-asian-width"

const plain = /^[ -~]*$/
const invisible = /^[\p{Mark}\p{Control}\p{Format}\p{Surrogate}]+/u
/** A flag, or a character that is text until a variation selector asks for its picture. */
const picture = /\p{Regional_Indicator}|.\ufe0f/u
let graphemes: Intl.Segmenter | undefined

/** Columns that text takes on a terminal. */
export function textWidth(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const cluster of clusters(text)) width += clusterWidth(cluster)
  return width
}

/** The start of a text that fits into so many columns, with `…` where something is left out. */
export function truncate(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text
  let taken = ""
  let width = 0
  for (const cluster of clusters(text)) {
    const next = clusterWidth(cluster)
    if (width + next > columns - 1) break
    taken += cluster
    width += next
  }
  return columns > 0 ? `${taken}…` : ""
}

/** Text with spaces after it, to fill so many columns. */
export const padEnd = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - textWidth(text)))

/** Text with spaces before it, to fill so many columns. */
export const padStart = (text: string, columns: number): string =>
  " ".repeat(Math.max(0, columns - textWidth(text))) + text

/** What a reader sees as one character each. */
function clusters(text: string): Iterable<string> {
  if (plain.test(text)) return text
  graphemes ??= new Intl.Segmenter()
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

function clusterWidth(cluster: string): number {
  if (picture.test(cluster)) return 2
  const code = cluster.replace(invisible, "").codePointAt(0)
  return code === undefined ? 0 : eastAsianWidth(code)
}
