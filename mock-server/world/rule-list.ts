/** Numbered rules, in the order in which they are tried. */
export class RuleList<Rule extends { readonly id: number }> {
  protected rules: Rule[] = []
  protected lastId = 0
  #version = 0
  #onChange: (() => void) | undefined

  /** Increases with every change. */
  get version(): number {
    return this.#version
  }

  list(): readonly Rule[] {
    return this.rules
  }

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

  /** Calls `onChange` for each change; without an argument it stops. */
  watch(onChange?: () => void): void {
    this.#onChange = onChange
  }

  protected changed(): void {
    this.#version++
    this.#onChange?.()
  }
}
