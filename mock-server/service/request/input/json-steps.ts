import { isUtf8 } from "node:buffer"
import type { Steps } from "../../../base/event-loop.ts"

const byteOrderMark = Buffer.from("\ufeff")
const [quote, comma, backslash] = [34, 44, 92]
const [openingBracket, closingBracket, openingBrace, closingBrace] = [91, 93, 123, 125]
/** Bytes that are parsed at once. */
const batchSize = 64 * 1024

/** A value of a list or object that is too long to be parsed at once. */
interface LongValue {
  /** The number of commas before it. */
  readonly index: number
  readonly from: number
  readonly to: number
  readonly value: unknown
}

/** An open list or object. */
interface Level {
  readonly from: number
  readonly isObject: boolean
  readonly commas: number[]
  readonly long: LongValue[]
}

/** Looks at a part and its text; throws to refuse it. */
type CheckPart = (text: string, value: unknown) => void

/** Parses long JSON in steps, each of at most 64 KiB. Throws a SyntaxError, as `JSON.parse` does. */
export function* parseInSteps(body: Buffer, check: CheckPart): Steps<unknown> {
  const bytes = body.indexOf(byteOrderMark) === 0 ? body.subarray(byteOrderMark.length) : body
  const levels: Level[] = []
  let result: LongValue | undefined
  let isInText = false
  for (let at = 0; at < bytes.length; at++) {
    if (at % batchSize === 0) yield
    const byte = bytes[at]
    if (isInText) {
      if (byte === backslash) at++
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (byte === comma) levels.at(-1)?.commas.push(at)
    else if (byte === openingBrace || byte === openingBracket)
      levels.push({ from: at, isObject: byte === openingBrace, commas: [], long: [] })
    else if (byte === closingBrace || byte === closingBracket) {
      const level = levels.pop()
      if (level === undefined || level.isObject !== (byte === closingBrace)) throw unexpected(bytes, at)
      if (at - level.from < batchSize && level.long.length === 0) continue
      const above = levels.at(-1)
      const value = yield* compose(bytes, level, at, check)
      const long = { index: above?.commas.length ?? 0, from: level.from, to: at + 1, value }
      if (above === undefined) result ??= long
      else above.long.push(long)
    }
  }
  if (levels.length > 0) throw unexpected(bytes, bytes.length)
  if (result === undefined) return parse(bytes, 0, bytes.length, (text) => text, check)
  if (!isBlank(bytes, 0, result.from)) throw unexpected(bytes, 0)
  if (!isBlank(bytes, result.to, bytes.length)) throw unexpected(bytes, result.to)
  return result.value
}

/** The value of a list or object that ends at `end`: its short parts are parsed in batches, its long ones are there. */
function* compose(
  bytes: Buffer,
  { from, isObject, commas, long }: Level,
  end: number,
  check: CheckPart,
): Steps<unknown> {
  const items: unknown[] = []
  const entries: [string, unknown][] = []
  const startOf = (index: number) => (index === 0 ? from : (commas[index - 1] ?? end)) + 1
  const endOf = (index: number) => commas[index] ?? end
  function takeBatch(first: number, after: number): void {
    const [start, stop] = [startOf(first), endOf(after - 1)]
    if (commas.length > 0 && isBlank(bytes, start, stop)) throw unexpected(bytes, stop)
    if (isObject) entries.push(...Object.entries(parse(bytes, start, stop, (text) => `{${text}}`, check) as object))
    else for (const item of parse(bytes, start, stop, (text) => `[${text}]`, check) as unknown[]) items.push(item)
  }
  let next = 0
  for (let index = 0; index <= commas.length; ) {
    const value = long[next]?.index === index ? long[next] : undefined
    if (value !== undefined) {
      if (isObject) entries.push([keyBefore(bytes, startOf(index), value.from, check), value.value])
      else {
        if (!isBlank(bytes, startOf(index), value.from)) throw unexpected(bytes, startOf(index))
        items.push(value.value)
      }
      if (!isBlank(bytes, value.to, endOf(index))) throw unexpected(bytes, value.to)
      next++
      index++
    } else {
      const first = index
      const stop = Math.min(long[next]?.index ?? commas.length + 1, commas.length + 1)
      do index++
      while (index < stop && endOf(index) - startOf(first) < batchSize)
      takeBatch(first, index)
    }
    yield
  }
  return isObject ? Object.fromEntries(entries) : items
}

function keyBefore(bytes: Buffer, start: number, end: number, check: CheckPart): string {
  const [key] = Object.keys(parse(bytes, start, end, (text) => `{${text}0}`, check) as object)
  if (key === undefined) throw unexpected(bytes, end)
  return key
}

function parse(bytes: Buffer, start: number, end: number, wrap: (text: string) => string, check: CheckPart): unknown {
  const part = bytes.subarray(start, end)
  if (!isUtf8(part)) throw new TypeError("it is not UTF-8")
  const text = wrap(part.toString())
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new SyntaxError(`${error instanceof Error ? error.message : "unreadable"}, after byte ${start}`)
  }
  check(text, value)
  return value
}

const unexpected = (bytes: Buffer, at: number) =>
  new SyntaxError(`Unexpected ${at < bytes.length ? `character near byte ${at}` : "end of JSON input"}`)

const blanks = new Set([32, 9, 10, 13])

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!blanks.has(bytes[at] ?? 0)) return false
  return true
}
