import { eastAsianWidth } from "get-east-asian-width"
import type { Measure } from "./wrap.ts"

const plain = /^[ -~]*$/
const invisible = /^[\p{Mark}\p{Control}\p{Format}\p{Surrogate}]+/u
/** A flag, or a character shown as an emoji because of a variation selector. */
const picture = /\p{Regional_Indicator}|.\ufe0f/u
/** Characters. */
const portion = 500
let graphemes: Intl.Segmenter | undefined

export function textWidth(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const cluster of clusters(text)) width += clusterWidth(cluster)
  return width
}

/** The start of a text that fits into `columns`, with `…` if something was cut. */
export function truncate(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text
  return columns > 0 ? `${fittingText(clusters(text), columns - 1)}…` : ""
}

/** Both ends of a text, with `…` in the middle: for ids, whose ends tell them apart. */
export function truncateMiddle(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text
  if (columns < 1) return ""
  const start = fittingText(clusters(text), Math.ceil((columns - 1) / 2))
  const end = fittingText([...clusters(text)].reverse(), Math.floor((columns - 1) / 2), true)
  return `${start}…${end}`
}

export const measure: Measure = {
  width: textWidth,
  parts(text, columns) {
    const parts: string[] = []
    let [part, used] = ["", 0]
    for (const cluster of clusters(text)) {
      const added = clusterWidth(cluster)
      if (part !== "" && used + added > columns) {
        parts.push(part)
        ;[part, used] = ["", 0]
      }
      part += cluster
      used += added
    }
    return [...parts, part]
  },
}

function fittingText(from: Iterable<string>, columns: number, isReversed = false): string {
  let text = ""
  let width = 0
  for (const cluster of from) {
    width += clusterWidth(cluster)
    if (width > columns) break
    text = isReversed ? cluster + text : text + cluster
  }
  return text
}

export const padEnd = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - textWidth(text)))

export const padStart = (text: string, columns: number): string =>
  " ".repeat(Math.max(0, columns - textWidth(text))) + text

/** Grapheme clusters: what a reader sees as one character. */
function clusters(text: string): Iterable<string> {
  return plain.test(text) ? text : segments(text)
}

/** In portions, because Intl.Segmenter takes quadratic time. */
function* segments(text: string): Generator<string> {
  graphemes ??= new Intl.Segmenter()
  for (let at = 0; at < text.length; ) {
    const last = at + portion - 1
    const end = last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1)
    const segmentList = Array.from(graphemes.segment(text.slice(at, end)), ({ segment }) => segment)
    // The last cluster may continue in the next portion.
    if (end < text.length && segmentList.length > 1) segmentList.pop()
    yield* segmentList
    at += segmentList.join("").length
  }
}

function clusterWidth(cluster: string): number {
  if (picture.test(cluster)) return 2
  const code = cluster.replace(invisible, "").codePointAt(0)
  return code === undefined ? 0 : eastAsianWidth(code)
}
