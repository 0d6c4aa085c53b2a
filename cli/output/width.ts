/** Ranges of characters that take two columns: East Asian wide and full-width ones, and emoji. */
const wide: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x267f, 0x267f],
  [0x2693, 0x2693],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x26ce, 0x26ce],
  [0x26d4, 0x26d4],
  [0x26ea, 0x26ea],
  [0x26f2, 0x26f3],
  [0x26f5, 0x26f5],
  [0x26fa, 0x26fa],
  [0x26fd, 0x26fd],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x274e, 0x274e],
  [0x2753, 0x2755],
  [0x2757, 0x2757],
  [0x2795, 0x2797],
  [0x27b0, 0x27b0],
  [0x27bf, 0x27bf],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b50],
  [0x2b55, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f18e],
  [0x1f191, 0x1f19a],
  [0x1f1e6, 0x1f202],
  [0x1f210, 0x1f23b],
  [0x1f240, 0x1f248],
  [0x1f250, 0x1f251],
  [0x1f260, 0x1f265],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f7e0, 0x1f7eb],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
]
const plain = /^[ -~]*$/
const invisible = /^[\p{Mark}\p{Control}\p{Format}\p{Surrogate}]$/u
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
  let width = 0
  for (const character of cluster) {
    // A variation selector asks for the picture of a character that is text otherwise.
    if (character === "\ufe0f") return 2
    const code = character.codePointAt(0) ?? 0
    if (width > 0 && cluster.length > character.length) continue
    width = invisible.test(character) ? width : isWide(code) ? 2 : 1
  }
  return width
}

function isWide(code: number): boolean {
  let low = 0
  let high = wide.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [from, to] = wide[middle] ?? [0, 0]
    if (code < from) high = middle - 1
    else if (code > to) low = middle + 1
    else return true
  }
  return false
}
