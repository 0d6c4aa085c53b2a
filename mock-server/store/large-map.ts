import type { Key } from "./key.ts"

/** Keys of a part: a JavaScript map that grows copies itself in one go, which takes a second with millions of keys. */
const partSize = 2 ** 16
/** Parts of the text keys, once there are more than one part holds. */
const textParts = 64

/** A map for millions of keys, in parts that grow one by one. Numbers iterate by parts of following numbers, texts in no order. */
export class LargeMap<K extends Key, V> {
  readonly #parts = new Map<number, Map<K, V>>()
  #size = 0
  #textParts = 1

  get size(): number {
    return this.#size
  }

  get(key: K): V | undefined {
    return this.#parts.get(this.#partOf(key))?.get(key)
  }

  set(key: K, value: V): void {
    const part = this.#partOf(key)
    let entries = this.#parts.get(part)
    if (entries === undefined) {
      entries = new Map()
      this.#parts.set(part, entries)
    }
    const before = entries.size
    entries.set(key, value)
    this.#size += entries.size - before
    if (typeof key === "string" && this.#textParts === 1 && entries.size > partSize) this.#splitTexts(entries)
  }

  delete(key: K): boolean {
    const wasThere = this.#parts.get(this.#partOf(key))?.delete(key) ?? false
    if (wasThere) this.#size--
    return wasThere
  }

  clear(): void {
    this.#parts.clear()
    this.#size = 0
    this.#textParts = 1
  }

  /** All values at once: a tenth of the time of `values` for a million. */
  list(): V[] {
    const values: V[] = []
    for (const part of this.#parts.values()) for (const value of part.values()) values.push(value)
    return values
  }

  *values(): Generator<V, undefined> {
    for (const part of this.#parts.values()) yield* part.values()
  }

  /** Texts are hashed only when they are many: a key then costs a few nanoseconds more. */
  #partOf(key: K): number {
    if (typeof key === "number") return Math.floor(key / partSize)
    return this.#textParts === 1 ? -1 : -1 - (hashOf(key) % this.#textParts)
  }

  #splitTexts(entries: Map<K, V>): void {
    this.#parts.delete(-1)
    this.#size -= entries.size
    this.#textParts = textParts
    for (const [key, value] of entries) this.set(key, value)
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  return hash >>> 0
}
