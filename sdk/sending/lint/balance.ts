import type { Report } from "./part.ts"

const list = (names: string) => new Set(names.split(" "))
const empty = list("area base br col embed hr img input link meta param source track wbr")
/** Elements whose end tag is optional. */
const optional = list("html head body p li dt dd option tr td th thead tbody tfoot colgroup optgroup")

/** Matches opening and closing tags, and reports those without a counterpart. */
export class Balance {
  readonly #report: Report
  readonly #open: { readonly name: string; readonly at: number }[] = []

  constructor(report: Report) {
    this.#report = report
  }

  open(name: string, at: number): void {
    if (!empty.has(name)) this.#open.push({ name, at })
  }

  close(name: string, at: number): void {
    if (empty.has(name)) return
    const index = this.#open.findLastIndex((one) => one.name === name)
    if (index >= 0) this.#unclosed(this.#open.splice(index).slice(1))
    else if (!optional.has(name)) this.#report("unbalanced-tag", at, `</${name}>`)
  }

  end(): void {
    this.#unclosed(this.#open)
  }

  #unclosed(open: readonly { readonly name: string; readonly at: number }[]): void {
    for (const { name, at } of open) if (!optional.has(name)) this.#report("unbalanced-tag", at, `<${name}>`)
  }
}
