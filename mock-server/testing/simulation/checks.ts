import { CheckFailed } from "./check-failed.ts"
import { Stopped } from "./real-time-waits.ts"
import type { Timeline } from "./timeline.ts"

/** A check and its title. */
interface Promised {
  readonly title: string
  /** Fails by returning `false` or throwing. */
  check(): unknown
}

/** Checks that must hold after every step, and checks that must hold in the end. @internal */
export class Checks {
  readonly always: Promised[] = []
  readonly eventually: Promised[] = []

  constructor(private readonly timeline: Pick<Timeline, "outsideTime" | "waitFor">) {}

  add(when: "always" | "eventually", title: string, check: () => unknown): void {
    if (typeof title !== "string" || typeof check !== "function")
      throw new TypeError(`day.${when} takes a title and a function`)
    this[when].push({ title, check })
  }

  /** Runs each check. @throws CheckFailed for the first that does not hold. */
  async hold(all: readonly Promised[]): Promise<void> {
    for (const { title, check } of all) {
      let response: unknown
      try {
        response = this.timeline.outsideTime(check)
        if (response instanceof Promise) response = await this.timeline.waitFor(response, waitsForTime)
      } catch (cause) {
        if (cause instanceof Stopped) throw cause
        throw new CheckFailed(title, { cause })
      }
      if (response === false) throw new CheckFailed(title)
    }
  }
}

const waitsForTime = () =>
  new Error(
    "The check waits for virtual time, which is stopped during checks: read day.world or a database, send nothing",
  )
