import { trimEndOf } from "../../../sdk/contract/core/trim-end.ts"

export interface Measure {
  width(text: string): number
  /** Cuts a text into parts of at most `columns`, each of at least one character. */
  parts(text: string, columns: number): string[]
}

/** For text in which every character takes one column. */
export const byLength: Measure = {
  width: (text) => text.length,
  parts: (text, columns) => text.match(new RegExp(`.{1,${Math.max(1, columns)}}`, "gs")) ?? [],
}

/** A no-break space. */
export const unbroken = "\u00a0"

/** Replaces no-break spaces once all lines are broken. */
export const withBlanks = (text: string): string => text.replaceAll(unbroken, " ")

/** Wraps text to lines of at most `columns`, between words. Breaks longer words too. */
export function wrap(text: string, columns: number, { width, parts }: Measure = byLength): string[] {
  const room = Math.max(1, columns)
  const lines: string[] = []
  // Added up: measuring the line anew for each word, or the rest of a long word for each line, takes quadratic time.
  let used = 0
  for (const word of text.split(" ")) {
    const added = width(word)
    if (lines.length > 0 && used + 1 + added <= room) {
      lines[lines.length - 1] += ` ${word}`
      used += 1 + added
      continue
    }
    for (const piece of added > room ? parts(word, room) : [word]) {
      lines.push(piece)
      used = width(piece)
    }
  }
  return lines
}

/** The same, with the second and later lines indented. */
export function wrapHanging(text: string, columns: number, hang: number, measure: Measure = byLength): string[] {
  const [first = ""] = wrap(text, columns, measure)
  const rest = text.slice(first.length).replace(/^ /, "")
  if (rest === "") return [first]
  return [first, ...wrap(rest, columns - hang, measure).map((line) => " ".repeat(hang) + line)]
}

/**
 * Wraps a shell command. Each line but the last ends with a backslash, so that the pasted lines are the same command.
 * Keeps words whole if possible.
 */
export function wrapCommand(command: string, columns: number, indent: number): string[] {
  const room = Math.max(8, columns)
  const lines: string[] = []
  let line = " ".repeat(indent)
  for (const [index, word] of unitsOf(command, room - indent - 4).entries()) {
    const joined = index === 0 ? line + word : `${line} ${word}`
    // Reserves two columns for the backslash.
    if (joined.length + 2 <= room) {
      line = joined
      continue
    }
    if (index > 0) lines.push(`${line} \\`)
    line = " ".repeat(indent + (index === 0 ? 0 : 2)) + word
    while (line.length + 2 > room) {
      const { head, rest } = splitWord(line, room)
      lines.push(head)
      line = rest
    }
  }
  return [...lines, line]
}

/** The words of a command; a flag and its value are one unit if they fit on a line. */
function unitsOf(command: string, room: number): string[] {
  const units: string[] = []
  let isFlag = false
  for (const word of shellWords(command)) {
    const together = `${units.at(-1)} ${word}`
    if (isFlag && !word.startsWith("-") && together.length <= room) units[units.length - 1] = together
    else units.push(word)
    isFlag = word.startsWith("--") && !word.includes("=")
  }
  return units
}

/** Splits at blanks outside quotes; the content of `$(` is a command of its own, inside quotes or not. */
function shellWords(command: string): string[] {
  const words: string[] = [""]
  const open = new Quotes()
  for (const character of command) {
    open.take(character)
    if (character === " " && open.quote === "") words.push("")
    else words[words.length - 1] += character
  }
  return words
}

/** Tracks open quotes and `$(`. */
class Quotes {
  readonly #open: string[] = []
  #before = ""

  /** The current quote; empty outside quotes. */
  get quote(): string {
    const last = this.#open.at(-1)
    return last === undefined || last === "(" ? "" : last
  }

  take(character: string): void {
    const { quote } = this
    const isOpening = (character === "'" || character === '"') && quote === ""
    if (isOpening || (character === "(" && this.#before === "$" && quote !== "'")) this.#open.push(character)
    else if (character === quote || (character === ")" && this.#open.at(-1) === "(")) this.#open.pop()
    this.#before = character
  }
}

/** Splits a word that is too long; the rest starts the next line without indentation, reopening the quotes. */
function splitWord(word: string, room: number): { readonly head: string; readonly rest: string } {
  const start = word.slice(0, room - 2)
  const quote = openQuote(start)
  // Never break a line after a backslash escape.
  const cut = start.length - trimEndOf(start, "\\").length
  const head = cut % 2 === 1 ? start.slice(0, -1) : start
  return { head: `${head}${quote}\\`, rest: quote + word.slice(head.length) }
}

function openQuote(text: string): string {
  const open = new Quotes()
  for (const character of text) open.take(character)
  return open.quote
}
