import type { Actor, Timeline } from "./timeline.ts"

/** Taken when this loads, as those of the host are. */
const {
  Date: HostDate,
  crypto: hostCrypto,
  clearTimeout: clearHostTimeout,
  clearInterval: clearHostInterval,
} = globalThis

/** A timer as `setTimeout` of Node gives it. */
class StandInTimer {
  readonly #timeline: Timeline
  readonly #actor: Actor
  readonly #ms: number
  readonly #run: () => void
  readonly #repeats: boolean
  /** As in Node: what is unreferenced is nothing that anybody waits for. */
  #isAwaited = true
  #cancel: (() => void) | undefined

  constructor(timeline: Timeline, run: () => void, { ms, repeats }: { ms: number; repeats: boolean }) {
    this.#timeline = timeline
    this.#actor = timeline.current
    this.#ms = ms
    this.#run = run
    this.#repeats = repeats
    this.refresh()
  }

  refresh(): this {
    this.close()
    if (this.#isAwaited) this.#actor.waiting++
    this.#cancel = this.#timeline.at(this.#timeline.now() + this.#ms, this.#actor, () => {
      this.close()
      if (this.#repeats) this.refresh()
      this.#run()
    })
    return this
  }

  close(): this {
    if (this.#cancel !== undefined && this.#isAwaited) this.#actor.waiting--
    this.#cancel?.()
    this.#cancel = undefined
    return this
  }

  ref(): this {
    if (this.#cancel !== undefined && !this.#isAwaited) this.#actor.waiting++
    this.#isAwaited = true
    return this
  }

  unref(): this {
    if (this.#cancel !== undefined && this.#isAwaited) this.#actor.waiting--
    this.#isAwaited = false
    return this
  }

  hasRef(): boolean {
    return this.#isAwaited
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")](): void {
    this.close()
  }
}

type Callback = (...given: unknown[]) => void

/** What stands for the time and chance of this process while a day is lived through; the functions that were there come back after it. */
export function standIn(timeline: Timeline): () => void {
  // As in Node: less than a millisecond is one.
  const timer =
    (repeats: boolean) =>
    (callback: Callback, ms: unknown, ...given: unknown[]) =>
      new StandInTimer(timeline, () => callback(...given), { ms: Number(ms) >= 1 ? Number(ms) : 1, repeats })
  const clear = (host: (timer: never) => void) => (cleared: unknown) =>
    cleared instanceof StandInTimer ? void cleared.close() : host(cleared as never)
  const immediate = (callback: Callback, ...given: unknown[]) =>
    new StandInTimer(timeline, () => callback(...given), { ms: 0, repeats: false })
  const restores = [
    replace(globalThis, {
      Date: dateBy(() => timeline.now()),
      setTimeout: timer(false),
      setInterval: timer(true),
      setImmediate: immediate,
      clearTimeout: clear(clearHostTimeout),
      clearInterval: clear(clearHostInterval),
      clearImmediate: clear(globalThis.clearImmediate),
    }),
    replace(Math, { random: () => timeline.current.random.fraction() }),
    replace(hostCrypto, {
      randomUUID: () => timeline.current.random.uuid(),
      getRandomValues: (room: Uint8Array) => fill(room, timeline.current),
    }),
  ]
  return () => {
    for (const restore of restores) restore()
  }
}

function fill<A extends ArrayBufferView>(room: A, { random }: Actor): A {
  new Uint8Array(room.buffer, room.byteOffset, room.byteLength).set(random.bytes(room.byteLength))
  return room
}

/** `Date`, with another now. Its dates are dates like any. */
function dateBy(now: () => number): DateConstructor {
  const StandIn = function (this: unknown, ...given: []) {
    if (new.target === undefined) return new HostDate(now()).toString()
    const parts = given.length === 0 ? [now()] : given
    return Reflect.construct(HostDate, parts, new.target === StandIn ? HostDate : new.target)
  }
  Object.setPrototypeOf(StandIn, HostDate)
  return Object.assign(StandIn, { now, prototype: HostDate.prototype }) as unknown as DateConstructor
}

function replace(owner: object, functions: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(functions).map((name) => [name, Object.getOwnPropertyDescriptor(owner, name)] as const)
  for (const [name, value] of Object.entries(functions)) {
    Object.defineProperty(owner, name, { value, configurable: true, writable: true })
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(owner, name)
      else Object.defineProperty(owner, name, descriptor)
    }
  }
}
