import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { wrapNote } from "./note.ts"
import { countText } from "./numbers.ts"
import type { Output, Screen, Style } from "./output.ts"

export interface CheckLine {
  /** Its name in JSON. */
  readonly name: string
  readonly outcome: "passed" | "failed" | "unknown"
  /** `should`: a failure is advice. `must` when omitted. */
  readonly level?: "must" | "should" | undefined
  readonly requirement: string
  /** The difference, or why the result is unknown: what to give, or what was not there. */
  readonly detail?: string | undefined
  /** How to fix a failure. */
  readonly fix?: string | undefined
}

const columns = ["name", "outcome", "requirement", "detail"]
const columnsOfLevels = ["name", "outcome", "level", "requirement", "detail", "fix"]

interface LineCounts {
  readonly passed: number
  readonly failed: number
  readonly advised: number
  readonly unknown: number
}

/** Prints lines of a check, failures first, and says how many there are. */
export async function printCheck(
  lines: readonly CheckLine[],
  { output, note, toCheck }: { output: Output; note: (text: string) => void; toCheck?: string | undefined },
): Promise<LineCounts> {
  const hasLevels = lines.some(({ level }) => level !== undefined)
  await output.rows(lines, {
    columns: hasLevels ? columnsOfLevels : columns,
    draw: (screen) => drawCheckLines(lines, screen),
    isReport: true,
  })
  const { failed, advice, passed, unknown } = sorted(lines)
  const counts = { passed: passed.length, failed: failed.length, advised: advice.length, unknown: unknown.length }
  // Lines that nothing makes possible, as when the receiver is down, are no reason for advice.
  const helps = toCheck !== undefined && unknown.some(({ detail }) => detail?.includes(toCheck))
  const parts = [
    `${countText(counts.failed)} failed`,
    ...(hasLevels ? [`${countText(counts.advised)} advised`] : []),
    `${countText(counts.passed)} passed`,
    ...(counts.unknown === 0 ? [] : [`${countText(counts.unknown)} not checked${helps ? `: give ${toCheck}` : ""}`]),
  ]
  note(`${parts.join(", ")}.`)
  return counts
}

/** Nothing but lines that could not be checked is no success. */
export function exitCodeOf({ failed, advised, passed }: LineCounts, isStrict = false): ExitCode {
  if (failed > 0 || (isStrict && advised > 0)) return exitCodes.failure
  return passed + advised === 0 ? exitCodes.nothing : exitCodes.ok
}

function sorted(lines: readonly CheckLine[]) {
  const failed = lines.filter(({ outcome }) => outcome === "failed")
  const by = (outcome: CheckLine["outcome"]) => lines.filter((line) => line.outcome === outcome)
  return {
    failed: failed.filter(({ level }) => level !== "should"),
    advice: failed.filter(({ level }) => level === "should"),
    passed: by("passed"),
    unknown: by("unknown"),
  }
}

function drawCheckLines(lines: readonly CheckLine[], screen: Screen): string {
  const { failed, advice, passed, unknown } = sorted(lines)
  const reasons = new Map<string, string[]>()
  for (const { detail = "", name } of unknown) reasons.set(detail, [...(reasons.get(detail) ?? []), name])
  const block = (mark: string, style: Style, text: string, more: readonly (string | undefined)[] = []) =>
    [
      `${screen.paint(style, mark)} ${text}`,
      ...more.filter((one) => one !== undefined).map((one) => `  → ${screen.safe(one)}`),
    ].map((line) => wrapNote(line, screen, line.startsWith("  ") ? 4 : 2))
  return [
    ...failed.flatMap(({ requirement, detail, fix }) => block("✘", "red", requirement, [detail, fix])),
    ...advice.flatMap(({ requirement, detail, fix }) => block("!", "yellow", `Should: ${requirement}`, [detail, fix])),
    ...passed.flatMap(({ requirement }) => block("✔", "green", requirement)),
    ...[...reasons].flatMap(([reason, names]) => {
      const text = `${countText(names.length)} not checked${reason === "" ? "" : `: ${screen.safe(reason)}`}`
      return block("?", "yellow", text, [[...new Set(names)].join(", ")])
    }),
  ].join("\n")
}
