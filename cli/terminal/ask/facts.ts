import type { Screen } from "../output/output.ts"
import { measure, padEnd } from "../output/width.ts"
import { wrap } from "../output/wrap.ts"

export type Fact = readonly [label: string, text: string]

/** Text shown before a question: a title and a line for each fact, wrapped to the terminal's width. */
export function drawFacts(title: string, facts: readonly Fact[], screen: Screen): string {
  const column = Math.max(...facts.map(([label]) => screen.width(label)), 0) + 4
  const isBeside = screen.columns - column >= 16
  const lines = facts.flatMap(([label, text]) => {
    const start = isBeside ? column : 4
    const [first = "", ...rest] = text
      .split("\n")
      .flatMap((line) => wrap(screen.safe(line), screen.columns - start, measure))
    const name = `  ${screen.paint("dim", isBeside ? padEnd(label, column - 2) : label)}`
    const others = rest.map((line) => " ".repeat(start) + line)
    return isBeside ? [name + first, ...others] : [name, " ".repeat(start) + first, ...others]
  })
  const head = wrap(screen.safe(title), screen.columns, measure).map((line) => screen.paint("bold", line))
  return [...head, ...lines].join("\n")
}
