import type { Random } from "./random.ts"

export interface Pending {
  cancel(): void
  count(isAwaited: boolean): void
}

/** Fake time and random numbers that replace the host's. */
export interface FakeTime {
  now(): number
  readonly random: Random
  /** Runs a function after `ms` milliseconds. If it returns a promise, its work has started. */
  set(ms: number, run: () => unknown): Pending
}

// Saved at load time, like those of the host.
const { Date: HostDate, clearTimeout, clearInterval, clearImmediate } = globalThis

const timeLimit: unique symbol = Symbol.for("mas-sdk.timeLimit")

/** A timer like the one that Node's `setTimeout` returns. */
class FakeTimer {
  #isAwaited = true
  #pending: Pending | undefined

  constructor(
    readonly time: FakeTime,
    readonly run: () => unknown,
    readonly every: { readonly ms: number; readonly repeats: boolean },
  ) {
    this.refresh()
  }

  refresh(): this {
    this.close()
    this.#pending = this.time.set(this.every.ms, () => {
      this.#pending = undefined
      return this.every.repeats ? this.#round() : this.run()
    })
    return this.#count(this.#isAwaited)
  }

  /** One tick of an interval: its work does not delay the next tick. */
  #round(): unknown {
    this.refresh()
    const next = this.#pending
    const work = this.run()
    if (!(work instanceof Promise) || next === undefined || this.#pending !== next) return work
    next.count(false)
    const count = () => {
      if (this.#pending === next) next.count(this.#isAwaited)
    }
    work.then(count, count)
    return work
  }

  close(): this {
    this.#pending?.cancel()
    this.#pending = undefined
    return this
  }

  ref(): this {
    return this.#count(true)
  }

  unref(): this {
    return this.#count(false)
  }

  /** A timeout of our own handlers: nothing waits for it. */
  [timeLimit](): this {
    return this.#count(false)
  }

  hasRef(): boolean {
    return this.#isAwaited
  }

  #count(isAwaited: boolean): this {
    this.#isAwaited = isAwaited
    this.#pending?.count(isAwaited)
    return this
  }
}

type Callback = (...args: unknown[]) => unknown

/**
 * Installs fake timers: replaces `Date`, timers, `Math.random` and the random functions of `crypto`. Returns a function that
 * restores them.
 */
export function installFakeTimers(time: FakeTime): () => void {
  const timer =
    (repeats: boolean, minMs: number) =>
    (callback: Callback, ms: unknown, ...args: unknown[]) =>
      new FakeTimer(time, () => callback(...args), { ms: Math.max(minMs, Number(ms) || 0), repeats })
  const clear = (host: (timer: undefined) => void) => (timer: unknown) => {
    if (timer instanceof FakeTimer) timer.close()
    else Reflect.apply(host, undefined, [timer])
  }
  const immediate = timer(false, 0)
  const restores = [
    replaceFunctions(globalThis, {
      Date: dateBy(() => time.now()),
      // As in Node: a delay below one millisecond becomes one.
      setTimeout: simulatedTimer(promisable(timer(false, 1))),
      setInterval: timer(true, 1),
      setImmediate: simulatedTimer(promisable((callback, ...args) => immediate(callback, 0, ...args))),
      clearTimeout: clear(clearTimeout),
      clearInterval: clear(clearInterval),
      clearImmediate: clear(clearImmediate),
    }),
    replaceFunctions(Math, { random: () => time.random.fraction() }),
    replaceFunctions(crypto, {
      randomUUID: () => time.random.uuid(),
      getRandomValues<A extends ArrayBufferView>(room: A): A {
        new Uint8Array(room.buffer, room.byteOffset, room.byteLength).set(time.random.bytes(room.byteLength))
        return room
      },
    }),
  ]
  return () => {
    for (const restore of restores) restore()
  }
}

/** Recognized by our stores, which use the platform's timers otherwise. */
const simulatedTimer = <T extends object>(timer: T) =>
  Object.assign(timer, { [Symbol.for("mas-sdk.simulatedTimers")]: true })

/** Supports `util.promisify`, which calls this variant with the callback first. */
const promisable = (set: (callback: Callback, ...args: [unknown, ...unknown[]]) => unknown) =>
  Object.assign(set, {
    [Symbol.for("nodejs.util.promisify.custom")]: (...args: [unknown, ...unknown[]]) =>
      new Promise((resolve) => set(resolve, ...args)),
  })

/** `Date` with another current time. Its instances are ordinary dates. */
function dateBy(now: () => number): unknown {
  function FakeDate(...args: unknown[]): unknown {
    if (new.target === undefined) return new HostDate(now()).toString()
    const parts = args.length === 0 ? [now()] : args
    return Reflect.construct(HostDate, parts, new.target === FakeDate ? HostDate : new.target)
  }
  Object.setPrototypeOf(FakeDate, HostDate)
  return Object.assign(FakeDate, { now, prototype: HostDate.prototype })
}

/** Replaces some properties. Returns a function that restores them. */
export function replaceFunctions(owner: object, functions: Readonly<Record<string, unknown>>): () => void {
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
