import { diff3Merge } from "node-diff3"
import { linesOf } from "./lines.ts"

/** What becomes of lines that both sides changed: both stay, between marks, or those of one side. */
export type Solve = "mark" | "ours" | "theirs"

/** Three texts: what both began with, and what each side made of it. Without a beginning all that differs is a conflict. */
export interface ThreeTexts {
  readonly ours: string
  readonly base: string | undefined
  readonly theirs: string
}

/** How marks call the sides. */
export interface SideNames {
  readonly base: string
  readonly theirs: string
}

/** What a merge made. */
export interface MergedText {
  readonly text: string
  /** Places that both sides changed, each in its own way. */
  readonly conflicts: number
}

/** How the marks call what the files say. */
export const ours = "here"

/** The beginning of a mark, at the start of a line. */
export const conflictMark: RegExp = new RegExp(`^(?:# )?<{7} ${ours}\\b`, "m")

/** Merges line by line: what one side alone changed is taken, and no line of either is lost. */
export function mergeText(texts: ThreeTexts, names: SideNames, solve: Solve): MergedText {
  const regions = diff3Merge(linesOf(texts.ours), linesOf(texts.base ?? ""), linesOf(texts.theirs), {
    excludeFalseConflicts: true,
  })
  let conflicts = 0
  let text = ""
  for (const { ok, conflict } of regions) {
    if (ok) text += ok.join("")
    if (!conflict) continue
    conflicts++
    if (solve === "mark") text = marked(text, conflict, texts.base === undefined ? undefined : names, names)
    else text += conflict[solve === "ours" ? "a" : "b"].join("")
  }
  return { text, conflicts }
}

function marked(
  before: string,
  { a, o, b }: { readonly a: string[]; readonly o: string[]; readonly b: string[] },
  base: SideNames | undefined,
  { theirs }: SideNames,
): string {
  const sides = [`<<<<<<< ${ours}\n`, ...a]
  const begun = base ? [`||||||| ${base.base}\n`, ...o] : []
  const whole = [...sides, ...begun, "=======\n", ...b, `>>>>>>> ${theirs}\n`]
  // A mark begins a line: the last line of a side may have no end.
  return whole.reduce((text, line) => (/^[<|=>]{7}/.test(line) ? `${onNewLine(text)}${line}` : text + line), before)
}

const onNewLine = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`)
