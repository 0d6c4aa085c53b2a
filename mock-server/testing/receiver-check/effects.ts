import { hostClock } from "../../base/host.ts"
import { pause } from "./send.ts"

/** Milliseconds between counts, and the maximum for work after the response. */
const [look, settleTimeout] = [50, 2_000]

/** Maximum milliseconds for one call of the caller's functions. */
const patience = 10_000

/** Calls a function of the caller. @throws {TypeError} if it takes too long. */
export async function withTimeout<T>(name: string, call: () => T | PromiseLike<T>): Promise<T> {
  const over = new AbortController()
  try {
    const result = call()
    const late = hostClock.wait(patience, over.signal).then(() => {
      throw new TypeError(`${name} did not end within ${patience / 1_000} seconds`)
    })
    return await Promise.race([result, late])
  } finally {
    over.abort()
  }
}

/** Counts the receiver's effects. @internal */
export class Effects {
  /** Milliseconds after a response within which all effects so far were seen. */
  #slowest = 150

  constructor(private readonly countNow: () => number | Promise<number>) {}

  /** @throws {TypeError} if the count is not a number or takes too long. */
  async count(): Promise<number> {
    const counted = await withTimeout("effect", this.countNow)
    if (typeof counted === "number" && Number.isFinite(counted)) return counted
    throw new TypeError(`effect must return a number, and returned ${String(counted)} (${typeof counted})`)
  }

  /** The count as soon as it reaches `wanted`, or after a timeout. */
  async settled(effectCount: number, until: number): Promise<number> {
    const began = hostClock.elapsed()
    const end = Math.min(began + settleTimeout, until)
    let counted = await this.count()
    while (counted < effectCount && hostClock.elapsed() < end) {
      await pause(look)
      counted = await this.count()
    }
    if (counted >= effectCount) this.#slowest = Math.max(this.#slowest, 2 * (hostClock.elapsed() - began))
    return counted
  }

  /** The count after a pause long enough for unwanted effects. */
  async quiet(): Promise<number> {
    await pause(this.#slowest)
    return this.count()
  }
}
