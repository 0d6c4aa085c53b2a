import type { Context } from "../context.ts"
import { countText } from "../output/figures.ts"

/** Says on stderr that a list goes on, where a program would take what was printed for all of it. */
export function tellOfCut({ note }: Pick<Context, "note">, shown: number, total: number | null): void {
  const of = total === null ? "rows, and more follow" : `of ${countText(total)}`
  note(`${countText(shown)} ${of}: --all for the rest`)
}
