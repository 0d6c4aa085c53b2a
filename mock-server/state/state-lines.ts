import type { Snapshot } from "../world/snapshot.ts"

const format = "mas-mock-state"
const version = 1
const itemsInALine = 500
/** Parts this deep are written whole: `tables.contacts.rows` is an array, and goes by its items. */
const deepest = 3

/** One line of a state file: a value of the snapshot by its path, or some of an array's items. */
interface Line {
  readonly at: readonly string[]
  readonly value?: unknown
  readonly items?: readonly unknown[]
}

/** A state as it was kept. */
export interface KeptState {
  /** The host's time, in milliseconds since 1970. */
  readonly savedAt: number
  /** A snapshot, not looked at yet. */
  readonly snapshot: unknown
}

/** A snapshot as lines of JSON, so that neither writing nor reading a large one ever holds its text whole. */
export function* stateLines(snapshot: Snapshot, savedAt: number): Generator<string> {
  yield lineOf({ format, version, saved_at: savedAt })
  let count = 0
  for (const line of linesOf(snapshot, [])) {
    count++
    yield lineOf(line)
  }
  yield lineOf({ end: count })
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`

function* linesOf(value: unknown, at: readonly string[]): Generator<Line> {
  if (Array.isArray(value)) {
    for (let first = 0; first === 0 || first < value.length; first += itemsInALine) {
      yield { at, items: value.slice(first, first + itemsInALine) }
    }
  } else if (typeof value === "object" && value !== null && at.length < deepest) {
    for (const [name, inner] of Object.entries(value)) yield* linesOf(inner, [...at, name])
  } else yield { at, value }
}

type Tree = Map<string, unknown>

/** Puts a state together again from its lines. */
export class StateReader {
  readonly #tree: Tree = new Map()
  #savedAt: number | undefined
  #count = 0
  #isWhole = false

  /** Takes the next line; throws where it is none of a state file. */
  take(text: string): void {
    const line: unknown = JSON.parse(text)
    if (typeof line !== "object" || line === null || this.#isWhole) throw new Error("it does not belong there")
    if (this.#savedAt === undefined) this.#takeHead(line)
    else if ("end" in line) this.#takeEnd(line.end)
    else this.#takePart(line)
  }

  /** The state; throws where lines are missing. */
  finish(): KeptState {
    if (!this.#isWhole || this.#savedAt === undefined) throw new Error("its end is missing")
    return { savedAt: this.#savedAt, snapshot: plain(this.#tree) }
  }

  #takeHead(line: object): void {
    if (!("format" in line) || line.format !== format) throw new Error("it is not a state of the mock server")
    if (!("version" in line) || line.version !== version) {
      throw new Error("it was written by another version of the mock server")
    }
    if (!("saved_at" in line) || typeof line.saved_at !== "number") throw new Error("it does not say when it was saved")
    this.#savedAt = line.saved_at
  }

  #takePart(line: object): void {
    if (!("at" in line) || !Array.isArray(line.at)) throw new Error("it is no part of a state")
    const path = line.at.map(String)
    const last = path.pop() ?? ""
    const tree = path.reduce(branch, this.#tree)
    if (!("items" in line)) tree.set(last, "value" in line ? line.value : undefined)
    else if (Array.isArray(line.items)) {
      const before = tree.get(last)
      if (Array.isArray(before)) before.push(...line.items)
      else tree.set(last, line.items)
    }
    this.#count++
  }

  #takeEnd(count: unknown): void {
    if (count !== this.#count) throw new Error(`it counts ${count} parts where there are ${this.#count}`)
    this.#isWhole = true
  }
}

function branch(tree: Tree, name: string): Tree {
  const known = tree.get(name)
  if (known instanceof Map) return known
  const fresh: Tree = new Map()
  tree.set(name, fresh)
  return fresh
}

const plain = (tree: Tree): object =>
  Object.fromEntries([...tree].map(([name, value]) => [name, value instanceof Map ? plain(value) : value]))
