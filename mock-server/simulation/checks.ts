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

  constructor(
    readonly title: string,
    override readonly cause?: unknown,
  ) {
    super(title)
  }
}

/** What is to hold after every step, and what at last. A check looks; it cannot wait for time, which stands still meanwhile. */
export class Checks {
  readonly #always: Promised[] = []
  readonly #eventually: Promised[] = []
  readonly #settle: () => Promise<void>

  /** `settle` lets everything go on that needs no time. */
  constructor(settle: () => Promise<void>) {
    this.#settle = settle
  }

  always(title: string, check: Check): void {
    this.#always.push({ title, check })
  }

  eventually(title: string, check: Check): void {
    this.#eventually.push({ title, check })
  }

  /** Checks what is to hold after every step; a promise only where a check gave one. @throws Broken */
  afterStep(): void | Promise<void> {
    for (const [at, promised] of this.#always.entries()) {
      const looked = this.#look(promised)
      if (looked !== undefined) return this.#waitFor(promised, looked).then(() => this.#rest(at + 1))
    }
  }

  /** Checks everything. @throws Broken */
  async atLast(): Promise<void> {
    await this.#rest(0)
    for (const promised of this.#eventually) await this.#waitFor(promised, this.#look(promised))
  }

  async #rest(from: number): Promise<void> {
    for (const promised of this.#always.slice(from)) await this.#waitFor(promised, this.#look(promised))
  }

  /** Looks once; gives the promise that a check gives, and nothing where all is well. */
  #look({ title, check }: Promised): Promise<unknown> | undefined {
    let answer: unknown
    try {
      answer = check()
    } catch (error) {
      throw new Broken(title, error)
    }
    if (answer === false) throw new Broken(title)
    return answer instanceof Promise ? answer : undefined
  }

  async #waitFor({ title }: Promised, looked: Promise<unknown> | undefined): Promise<void> {
    if (looked === undefined) return
    let found: { readonly answer: unknown } | { readonly error: unknown } | undefined
    looked.then(
      (answer) => {
        found = { answer }
      },
      (error) => {
        found = { error }
      },
    )
    await this.#settle()
    if (found === undefined)
      throw new Broken(title, new Error("The check waits: it can only look, at day.world for one"))
    if ("error" in found) throw new Broken(title, found.error)
    if (found.answer === false) throw new Broken(title)
  }
}
