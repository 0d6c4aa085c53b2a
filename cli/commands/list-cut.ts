import type { Context } from "../context.ts"
import { countText } from "../output/figures.ts"

/** Says on stderr that a list goes on, where a program would take what was printed for all of it. */
export function tellOfCut({ note, flags }: Pick<Context, "note" | "flags">, shown: number, total: number | null): void {
  const of = total === null ? "rows, and more follow" : `of ${countText(total)}`
  // With both, it is the limit that cuts.
  const way = flags.all === true && flags.limit !== undefined ? "leave --limit out" : "--all"
  note(`${countText(shown)} ${of}: ${way} for the rest`)
}
