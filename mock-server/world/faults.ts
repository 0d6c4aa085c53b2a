import { globMatcher } from "../base/glob.ts"
import type { Random } from "../base/random.ts"

/** A failure that a test asks for; the first that fits a request happens to it. */
export interface FaultRule {
  /** Any method when null. */
  readonly method: string | null
  /** Without the query; `*` stands for any text. Any path when null. */
  readonly path: string | null
  /** What is answered instead; the service does nothing. */
  readonly status: number | null
  readonly error_code: string | null
  /** Seconds, for the header `Retry-After`. */
  readonly retry_after: number | null
  /** Real milliseconds to wait before anything else. */
  readonly latency_ms: number | null
  /** Cuts the connection: before anything is done, or when it is done. */
  readonly drop: "before" | "after" | null
  /** How often it happens; always when null. */
  readonly times: number | null
  /** How likely it happens to a request that fits, 0 to 1. */
  readonly probability: number
}

export interface Fault extends FaultRule {
  readonly id: number
  /** How often it has happened. */
  readonly fired: number
}

/** Failures that a test has asked for, in the order in which they were. */
export class Faults {
  #faults: Fault[] = []
  #matchers = new Map<number, (text: string) => boolean>()
  #lastId = 0
  #version = 0

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  add(rule: FaultRule): Fault {
    const fault: Fault = { id: ++this.#lastId, ...rule, fired: 0 }
    this.#faults.push(fault)
    this.#version++
    return fault
  }

  list(): readonly Fault[] {
    return this.#faults
  }

  /** Takes a fault away; answers whether there was one. */
  remove(id: number): boolean {
    const before = this.#faults.length
    this.#faults = this.#faults.filter((fault) => fault.id !== id)
    this.#version++
    return this.#faults.length < before
  }

  clear(): void {
    this.#faults = []
    this.#version++
  }

  /** The fault that happens to a request, counted as happened. */
  take(random: Random, method: string, url: string): Fault | undefined {
    if (this.#faults.length === 0) return undefined
    const path = url.split("?", 1)[0] ?? ""
    const at = this.#faults.findIndex(
      (fault) => this.#fits(fault, method, path) && (fault.probability >= 1 || random.fraction() < fault.probability),
    )
    const fault = this.#faults[at]
    if (fault === undefined) return undefined
    const fired = { ...fault, fired: fault.fired + 1 }
    this.#faults[at] = fired
    this.#version++
    return fired
  }

  #fits({ id, method, path, times, fired }: Fault, actualMethod: string, actualPath: string): boolean {
    if (times !== null && fired >= times) return false
    if (method !== null && method !== actualMethod) return false
    return path === null || this.#matcherOf(id, path)(actualPath)
  }

  #matcherOf(id: number, path: string): (text: string) => boolean {
    const known = this.#matchers.get(id)
    if (known !== undefined) return known
    const matcher = globMatcher(path)
    this.#matchers.set(id, matcher)
    return matcher
  }

  dump(): { lastId: number; faults: readonly Fault[] } {
    return { lastId: this.#lastId, faults: [...this.#faults] }
  }

  load({ lastId, faults }: { readonly lastId: number; readonly faults: readonly Fault[] }): void {
    this.#lastId = lastId
    this.#faults = [...faults]
    this.#matchers.clear()
    this.#version++
  }
}
