import { CheckFailed } from "./check-failed.ts"
import { Stopped } from "./real-time-waits.ts"
import type { Timeline } from "./timeline.ts"

/** Something that is to hold, under the words that name it. */
interface Promised {
  readonly title: string
  /** `false`, or an error, says that it does not hold. */
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

  /** Looks at each. @throws Broken for the first that does not hold. */
  async hold(all: readonly Promised[]): Promise<void> {
    for (const { title, check } of all) {
      let answer: unknown
      try {
        answer = this.timeline.outsideTime(check)
        if (answer instanceof Promise) answer = await this.timeline.waitFor(answer, waitsForTime)
      } catch (cause) {
        if (cause instanceof Stopped) throw cause
        throw new CheckFailed(title, { cause })
      }
      if (answer === false) throw new CheckFailed(title)
    }
  }
}

const waitsForTime = () =>
  new Error(
    "The check waits for time to go by, which stands while it looks: look at day.world or a database, send nothing",
  )
