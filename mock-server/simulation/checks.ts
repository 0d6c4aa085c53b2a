/** Looks whether something holds: `false`, or an error, says that it does not. */
export type Check = () => unknown

/** Something that is to hold, under the words that name it. */
interface Promised {
  readonly title: string
  readonly check: Check
}

/** Something was found broken. */
export class Broken extends Error {
  override readonly name = "Broken"
}

/** What is to hold after every step, and what at last. */
export class Checks {
  readonly always: Promised[] = []
  readonly eventually: Promised[] = []
  readonly #settle: () => Promise<void>

  /** `settle` lets everything go on that needs no time. */
  constructor(settle: () => Promise<void>) {
    this.#settle = settle
  }

  add(when: "always" | "eventually", title: string, check: Check): void {
    if (typeof title !== "string" || typeof check !== "function")
      throw new TypeError(`day.${when} takes a title and a function`)
    this[when].push({ title, check })
  }

  /** Looks at each. @throws Broken for the first that does not hold. */
  async hold(all: readonly Promised[]): Promise<void> {
    for (const { title, check } of all) {
      let answer: unknown
      try {
        answer = check()
        if (answer instanceof Promise) answer = await this.#inNoTime(answer)
      } catch (cause) {
        throw new Broken(title, { cause })
      }
      if (answer === false) throw new Broken(title)
    }
  }

  /** What a promise gives while time stands. */
  #inNoTime(answer: Promise<unknown>): Promise<unknown> {
    const late = this.#settle().then(() => {
      throw new Error("The check waits for time to go by, which stands while it looks: look at day.world, send nothing")
    })
    return Promise.race([answer, late])
  }
}
