/** Rules that a test has laid down, each with a number of its own, in the order in which they are tried. */
export class RuleList<Rule extends { readonly id: number }> {
  protected rules: Rule[] = []
  protected lastId = 0
  #version = 0
  #onChange: (() => void) | undefined

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  list(): readonly Rule[] {
    return this.rules
  }

  /** Takes one away; answers whether there was one. */
  remove(id: number): boolean {
    const before = this.rules.length
    this.rules = this.rules.filter((rule) => rule.id !== id)
    this.changed()
    return this.rules.length < before
  }

  clear(): void {
    this.rules = []
    this.changed()
  }

  /** Tells of each change from now on; of no more when left out. */
  watch(onChange?: () => void): void {
    this.#onChange = onChange
  }

  protected changed(): void {
    this.#version++
    this.#onChange?.()
  }
}
