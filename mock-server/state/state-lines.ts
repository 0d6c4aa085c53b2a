import { createHash } from "node:crypto"
import type { WorldSetup } from "../world/mounted-world.ts"
import type { SnapshotState } from "../world/snapshot.ts"

const format = "mas-mock-state"
/** Version 1 had no checksum and can still be read. */
const versions: readonly unknown[] = [1, 2]
const version = 2
const itemsInALine = 500
/** Values at this depth are written whole. `tables.contacts.rows` is an array and is split into groups of items. */
const deepest = 3

/** One line of a state file: a value of the snapshot with its path, or some items of an array. */
interface Line {
  readonly at: readonly string[]
  readonly value?: unknown
  readonly items?: readonly unknown[]
}

export interface KeptState {
  /** The host's time, in milliseconds since 1970. */
  readonly savedAt: number
  /** The snapshot, not validated. */
  readonly snapshot: unknown
  /** The state that a reset returns to, not validated; older files have none. */
  readonly setup: unknown
}

/** Writes a snapshot as lines of JSON, so that the text of a large one is never in memory as a whole. */
export function* stateLines(snapshot: SnapshotState, savedAt: number, setup?: WorldSetup): Generator<string> {
  const sum = createHash("sha256")
  const summed = (value: object) => {
    const line = lineOf(value)
    sum.update(line)
    return line
  }
  yield summed({ format, version, saved_at: savedAt })
  let count = 0
  for (const line of linesOf({ ...snapshot, setup }, [])) {
    count++
    yield summed(line)
  }
  yield lineOf({ end: count, sha256: sum.digest("hex") })
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

/** Rebuilds a state from its lines. */
export class StateReader {
  readonly #tree: Tree = new Map()
  readonly #sum = createHash("sha256")
  #savedAt: number | undefined
  #isSummed = true
  #count = 0
  #isWhole = false

  /** Parses the next line; throws if it is not a line of a state file. */
  take(text: string): void {
    const line: unknown = JSON.parse(text)
    if (typeof line !== "object" || line === null || this.#isWhole) throw new Error("it is not expected there")
    if (this.#savedAt === undefined) this.#takeHead(line)
    else if ("end" in line) this.#takeEnd(line)
    else this.#takePart(line)
    if (!this.#isWhole) this.#sum.update(text).update("\n")
  }

  finish(): KeptState {
    if (!this.#isWhole || this.#savedAt === undefined) throw new Error("its end is missing")
    const { setup, ...snapshot } = plain(this.#tree)
    return { savedAt: this.#savedAt, snapshot, setup }
  }

  #takeHead(line: object): void {
    if (!("format" in line) || line.format !== format) throw new Error("it is not a state of the mock server")
    if (!("version" in line) || !versions.includes(line.version)) {
      throw new Error("it was written by another version of the mock server")
    }
    if (!("saved_at" in line) || typeof line.saved_at !== "number") throw new Error("it does not say when it was saved")
    this.#savedAt = line.saved_at
    this.#isSummed = line.version !== 1
  }

  #takePart(line: object): void {
    if (!("at" in line) || !Array.isArray(line.at)) throw new Error("it is not part of a state")
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

  #takeEnd(line: object): void {
    const { end, sha256 } = { end: undefined, sha256: undefined, ...line }
    if (end !== this.#count) throw new Error(`it counts ${end} parts where there are ${this.#count}`)
    // In version 1, too, if there is a checksum: a damaged head must not disable the check.
    if ((this.#isSummed || sha256 !== undefined) && sha256 !== this.#sum.digest("hex")) {
      throw new Error("its checksum does not match its lines: it was changed after it was written")
    }
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

const plain = (tree: Tree): Record<string, unknown> =>
  Object.fromEntries([...tree].map(([name, value]) => [name, value instanceof Map ? plain(value) : value]))
