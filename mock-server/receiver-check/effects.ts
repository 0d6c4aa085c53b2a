import { hostClock } from "../base/host.ts"
import { pause } from "./send.ts"

/** Milliseconds between looks, and that work may take after the answer. */
const [look, settleTimeout] = [50, 2_000]

/** Milliseconds that one call of a function of the caller's may take. */
const patience = 10_000

/** What a function of the caller's answers. @throws {TypeError} where it takes too long. */
export async function inTime<T>(name: string, call: () => T | PromiseLike<T>): Promise<T> {
  const over = new AbortController()
  try {
    const answer = call()
    const late = hostClock.wait(patience, over.signal).then(() => {
      throw new TypeError(`${name} did not end within ${patience / 1_000} seconds`)
    })
    return await Promise.race([answer, late])
  } finally {
    over.abort()
  }
}

/** Watches what the receiver does beyond answering. @internal */
export class Effects {
  /** Milliseconds after an answer within which the work has been seen so far. */
  #slowest = 150

  constructor(private readonly countNow: () => number | Promise<number>) {}

  /** @throws {TypeError} where the count is no number, or takes too long. */
  async count(): Promise<number> {
    const counted = await inTime("effect", this.countNow)
    if (typeof counted === "number" && Number.isFinite(counted)) return counted
    throw new TypeError(`effect must count with a number, and said ${String(counted)} (${typeof counted})`)
  }

  /** The count once it has reached `wanted`, or does not get there; then a moment more, for work that is done once too often. */
  async settled(wanted: number, until: number): Promise<number> {
    const began = hostClock.elapsed()
    const end = Math.min(began + settleTimeout, until)
    let counted = await this.count()
    while (counted < wanted && hostClock.elapsed() < end) {
      await pause(look)
      counted = await this.count()
    }
    if (counted >= wanted) this.#slowest = Math.max(this.#slowest, 2 * (hostClock.elapsed() - began))
    return counted
  }

  /** The count after a moment that is long enough for work that is not wanted. */
  async quiet(): Promise<number> {
    await pause(this.#slowest)
    return this.count()
  }
}
