import type { LivedDay } from "./live.ts"
import type { LogLine } from "./log.ts"

/** Lines of the table, and so of everything that happened. */
const mostLines = 40

/** A day that something broke, and how to live it again. The message has it all: seed, faults, what happened, the line. */
export class SimulationError extends Error {
  override readonly name = "SimulationError"

  constructor(
    message: string,
    /** Lives this day again: `simulate({ seed })`. */
    readonly seed: number,
    /** The smallest set of faults that still breaks it. */
    readonly faults: readonly string[],
    /** What happened, in virtual time, with these faults alone. */
    readonly table: string,
    options: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** What is told of a broken day. */
interface Findings {
  /** The day with the fewest faults that still breaks. */
  readonly day: LivedDay
  /** Which run it was, from 1. */
  readonly run: number
  /** How many faults there were at first. */
  readonly faultsAtFirst: number
  /** False where the day did not go the same way again. */
  readonly repeats: boolean
  /** The line that lives it again. */
  readonly again: string
}

/** The error of a broken day. */
export function simulationError({ day, run, faultsAtFirst, repeats, again }: Findings): SimulationError {
  const { seed, broken } = day
  const faults = day.faults.map(({ name }) => name)
  const table = tableOf(day.lines())
  const cause = broken?.cause
  const reason = cause === undefined ? "" : `: ${cause instanceof Error ? cause.message : String(cause)}`
  const parts = [
    `Run ${run}, seed ${seed}: ${broken?.title}${reason}`,
    faults.length === 0
      ? "It needs no fault."
      : `The smallest set of faults that still breaks it, ${faults.length} of ${faultsAtFirst}:`,
    ...faults.map((name) => `  ${name}`),
    "What happened, in virtual time:",
    table,
    ...(repeats ? [] : ["It may not repeat: something in it waits for the real world."]),
    `Live this day again: ${again}`,
  ]
  return new SimulationError(parts.join("\n"), seed, faults, table, cause === undefined ? {} : { cause })
}

/** The lines as a table: all of them, or the first, the last, and those that tell of faults and crashes. */
export function tableOf(lines: readonly LogLine[]): string {
  const width = Math.max(0, ...lines.map(({ who }) => who.length))
  const shown = chosen(lines)
  const rows: string[] = []
  let before = -1
  for (const at of shown) {
    if (at > before + 1) rows.push(`  … ${at - before - 1} more`)
    const line = lines[at]
    if (line !== undefined) rows.push(`  ${clockText(line.at)}  ${line.who.padEnd(width)}  ${line.text}`)
    before = at
  }
  return rows.join("\n")
}

/** Which lines are shown: what tells most first, as long as there is room for it and for the words on what is left out. */
function chosen(lines: readonly LogLine[]): number[] {
  const all = lines.map((_, at) => at)
  if (all.length <= mostLines) return all
  const telling = all.filter((at) => ["fault", "crash", "check"].includes(lines[at]?.kind ?? "")).reverse()
  const latest = all.slice().reverse()
  const taken = new Set<number>()
  for (const at of [...latest.slice(0, 8), ...telling, ...latest]) {
    taken.add(at)
    if (rowsOf(taken) <= mostLines) continue
    taken.delete(at)
  }
  return [...taken].sort((a, b) => a - b)
}

/** How many rows so many lines take, with those between them that say how many are left out. */
function rowsOf(taken: ReadonlySet<number>): number {
  let gaps = 0
  for (const at of taken) if (at > 0 && !taken.has(at - 1)) gaps++
  return taken.size + gaps
}

/** `0:00:01.250`; days stand in front where there are any. */
function clockText(ms: number): string {
  const hours = Math.floor(ms / 3_600_000)
  const rest = new Date(ms % 3_600_000).toISOString().slice(14, 23)
  return `${String(hours).padStart(2)}:${rest}`
}
