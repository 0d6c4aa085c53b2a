import { diffArrays } from "diff"
import { linesOf, mostEdits } from "./lines.ts"

/** How to resolve lines that both sides changed: keep both with conflict markers, or keep one side. */
export type Solve = "mark" | "ours" | "theirs"

/** The common base and both sides. Without a base, everything is a conflict. */
export interface MergeInput {
  readonly ours: string
  readonly base: string | undefined
  readonly theirs: string
}

/** The labels of the base and the other side in conflict markers. */
export interface SideNames {
  readonly base: string
  readonly theirs: string
}

/** The label of the local files in conflict markers. */
export const ours = "here"

/** A conflict marker at the start of a line. */
export const conflictMark = /^(?:# )?<{7} here\b/m

/** Lines of the base, from `start` to before `end`, that a side has replaced. */
interface Change {
  readonly side: "ours" | "theirs"
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

/** Merges line by line: takes each change made by one side only, and loses no line of either. Counts the conflicts. */
export function mergeText(texts: MergeInput, names: SideNames, solve: Solve) {
  const base = linesOf(texts.base ?? "")
  const changes = [
    ...changesOf("ours", base, linesOf(texts.ours)),
    ...changesOf("theirs", base, linesOf(texts.theirs)),
  ].sort((a, b) => a.start - b.start || a.end - b.end)
  let [text, done, conflicts] = ["", 0, 0]
  for (const group of groupsOf(changes)) {
    const start = group[0]?.start ?? 0
    const end = Math.max(...group.map((change) => change.end))
    const sides = { ours: apply("ours", base, group, start, end), theirs: apply("theirs", base, group, start, end) }
    const [one, other] = [sides.ours.join(""), sides.theirs.join("")]
    text += base.slice(done, start).join("")
    done = end
    if (one === other || group.every(({ side }) => side === "ours")) text += one
    else if (group.every(({ side }) => side === "theirs")) text += other
    else {
      conflicts++
      const begun = texts.base === undefined ? undefined : base.slice(start, end)
      text = solve === "mark" ? marked(text, sides, begun, names) : text + sides[solve].join("")
    }
  }
  return { text: text + base.slice(done).join(""), conflicts }
}

/** The base lines that a side has replaced; all of them if the texts have almost nothing in common. */
function changesOf(side: Change["side"], base: readonly string[], lines: readonly string[]): Change[] {
  const parts = diffArrays([...base], [...lines], { maxEditLength: mostEdits })
  if (parts === undefined) return [{ side, start: 0, end: base.length, lines }]
  const changes: Change[] = []
  let at = 0
  for (const { added, removed, value } of parts) {
    const last = changes.at(-1)
    if (!added && !removed) at += value.length
    else if (last?.end === at) {
      changes[changes.length - 1] = {
        ...last,
        end: at + (removed ? value.length : 0),
        lines: added ? [...last.lines, ...value] : last.lines,
      }
    } else changes.push({ side, start: at, end: at + (removed ? value.length : 0), lines: added ? value : [] })
    if (removed) at += value.length
  }
  return changes
}

/** Groups changes that overlap or touch. At least one unchanged line separates two groups. */
function groupsOf(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = []
  let end = -1
  for (const change of changes) {
    if (change.start <= end) groups.at(-1)?.push(change)
    else groups.push([change])
    end = Math.max(end, change.end)
  }
  return groups
}

/** Applies one side's changes to a range of base lines. */
function apply(
  side: Change["side"],
  base: readonly string[],
  group: readonly Change[],
  start: number,
  end: number,
): string[] {
  const lines: string[] = []
  let at = start
  for (const change of group) {
    if (change.side !== side) continue
    lines.push(...base.slice(at, change.start), ...change.lines)
    at = change.end
  }
  return [...lines, ...base.slice(at, end)]
}

function marked(
  before: string,
  sides: Readonly<Record<Change["side"], readonly string[]>>,
  begun: readonly string[] | undefined,
  names: SideNames,
): string {
  const middle = begun ? [`||||||| ${names.base}\n`, ...begun] : []
  const end = ["=======\n", ...sides.theirs, `>>>>>>> ${names.theirs}\n`]
  const block = [`<<<<<<< ${ours}\n`, ...sides.ours, ...middle, ...end]
  // A marker must begin a line, and a side's last line may have no line end.
  return block.reduce((text, line) => (/^[<|=>]{7}/.test(line) ? `${onNewLine(text)}${line}` : text + line), before)
}

const onNewLine = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`)
