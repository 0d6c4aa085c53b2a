import { createHash } from "node:crypto"
import type { WorldSetup } from "../../world/mounted-world.ts"
import type { SnapshotState } from "../../world/snapshot.ts"
import { savedAtOf, withChanges } from "./state-changes.ts"

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

/**
 * Writes a snapshot as lines of JSON, so that the text of a large one is never in memory as a whole. Returns the checksum at
 * their end.
 */
export function* stateLines(snapshot: SnapshotState, savedAt: number, setup?: WorldSetup): Generator<string, string> {
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
  const sha256 = sum.digest("hex")
  yield lineOf({ end: count, sha256 })
  return sha256
}

/** A line of changes, as JSON, after a state. Its checksum continues that of the line before: none can be left out. */
export function changeLine(changes: string, before: string): { readonly text: string; readonly sum: string } {
  const sum = createHash("sha256").update(before).update(changes).digest("hex")
  return { text: `{"changes":${changes},"sha256":"${sum}"}\n`, sum }
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
  /** The checksum of the last line. */
  #last = ""
  readonly #changes: unknown[] = []
  /** Why the line could not be parsed that a killed process may have left. */
  #broken: unknown

  /** Parses the next line; throws if it is not a line of a state file. */
  take(text: string): void {
    if (this.#broken !== undefined) throw this.#broken
    if (this.#isWhole) {
      this.#takeChanges(text)
      return
    }
    const line: unknown = JSON.parse(text)
    if (typeof line !== "object" || line === null) throw new Error("it is not expected there")
    if (this.#savedAt === undefined) this.#takeHead(line)
    else if ("end" in line) this.#takeEnd(line)
    else this.#takePart(line)
    if (!this.#isWhole) this.#sum.update(text).update("\n")
  }

  finish(): KeptState {
    if (!this.#isWhole || this.#savedAt === undefined) throw new Error("its end is missing")
    const { setup, ...snapshot } = plain(this.#tree)
    const savedAt = savedAtOf(this.#changes) ?? this.#savedAt
    return { savedAt, snapshot: withChanges(snapshot, this.#changes), setup }
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
    this.#last = this.#sum.digest("hex")
    if ((this.#isSummed || sha256 !== undefined) && sha256 !== this.#last) throw wrongSum()
    this.#isWhole = true
  }

  /** A line that its process could not finish is left out: what it would have kept was not answered. */
  #takeChanges(text: string): void {
    let line: unknown
    try {
      line = JSON.parse(text)
    } catch (error) {
      this.#broken = error
      return
    }
    if (typeof line !== "object" || line === null || !("changes" in line)) throw new Error("it is not expected there")
    const { changes, sha256 } = { sha256: undefined, ...line }
    this.#last = changeLine(JSON.stringify(changes), this.#last).sum
    if (sha256 !== this.#last) throw wrongSum()
    this.#changes.push(changes)
  }
}

const wrongSum = () => new Error("its checksum does not match its lines: it was changed after it was written")

function branch(tree: Tree, name: string): Tree {
  const node = tree.get(name)
  if (node instanceof Map) return node
  const fresh: Tree = new Map()
  tree.set(name, fresh)
  return fresh
}

const plain = (tree: Tree): Record<string, unknown> =>
  Object.fromEntries([...tree].map(([name, value]) => [name, value instanceof Map ? plain(value) : value]))
