import type { CheckFailed } from "./check-failed.ts"
import type { DayResult } from "./run-day.ts"

/** A failed run. The message contains the seed, the faults, the log, and how to repeat the run. */
export class SimulationError extends Error {
  static override readonly name = "SimulationError"
  /** `SimulationError`. */
  override readonly name = SimulationError.name

  constructor(
    message: string,
    /** Reproduces the day: `simulate({ seed })`, or with only these faults `simulate({ seed, only: error.faults })`. */
    readonly seed: number,
    /** The smallest set of faults found that reproduces the failure. */
    readonly faults: readonly string[],
    /** The log with only these faults, in virtual time: at most 40 lines. */
    readonly table: string,
    options: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The parts of the report. @internal */
interface Findings {
  /** The failed day with the fewest faults. */
  readonly day: DayResult & { readonly broken: CheckFailed }
  /** The number of the run, from 1. */
  readonly run: number
  /** The original number of faults; undefined if they were given by `only`. */
  readonly all: number | undefined
  /** True if time ran out before the set was minimal. */
  readonly isCutShort: boolean
  /** False if a rerun had a different log. */
  readonly repeats: boolean
  /** The line of code that reruns the day. */
  readonly again: string
}

/** The failed check and its cause. @internal */
export function reasonOf({ message, cause }: CheckFailed): string {
  return cause === undefined ? message : `${message}: ${cause instanceof Error ? cause.message : String(cause)}`
}

/** @internal */
export function simulationError({ day, run, all, isCutShort, repeats, again }: Findings): SimulationError {
  const { seed, broken, faults } = day
  const heading =
    all === undefined
      ? `With these faults, ${faults.length}`
      : isCutShort
        ? `The smallest set of faults found in time (shrinkFor) that breaks it, ${faults.length} of ${all}`
        : `The smallest set of faults that still breaks it, ${faults.length} of ${all}`
  const table = day.log.table()
  const cause = broken.cause
  const always = day.log.lines().some(({ kind }) => kind === "fault") ? " but those that always happen" : ""
  const parts = [
    `Run ${run}, seed ${seed}: ${reasonOf(broken)}`,
    faults.length === 0 ? `It needs no fault${always}.` : `${heading}:`,
    ...faults.map((name) => `  ${name}`),
    "What happened, in virtual time:",
    table,
    ...(repeats ? [] : ["It may not be reproducible: part of it waits for real time."]),
    `Run this day again: ${again}`,
  ]
  return new SimulationError(parts.join("\n"), seed, faults, table, cause === undefined ? {} : { cause })
}
