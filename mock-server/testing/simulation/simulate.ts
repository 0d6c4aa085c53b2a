import { hostClock } from "../../base/host.ts"
import type { CheckFailed } from "./check-failed.ts"
import type { Day } from "./day.ts"
import { lineOf, readSimulateOptions, type SimulateOptions, type SimulationProgress } from "./options.ts"
import { Stopped } from "./real-time-waits.ts"
import { hostProcess } from "./real-work.ts"
import { reasonOf, simulationError } from "./report.ts"
import { type DayPlan, type DayResult, runDay } from "./run-day.ts"
import { shrink } from "./shrink.ts"

/** Maximum number of attempts to reduce the faults. */
const maxTrials = 300

// One simulation at a time: a day replaces the process's clock and random numbers.
let turns: Promise<unknown> = Promise.resolve()

/**
 * Runs your programs against the service many times, each run in its own world and in virtual time, from one seed. Requests and
 * webhooks are lost, late, duplicated or forged, and processes crash. Stops at the first run that fails. Its seed and check go to
 * stderr and `onProgress` at once; the error follows after at most `shrinkFor` of searching for fewer faults.
 * @example await simulate({ runs: 200, faults: "storm", for: "36h", signal }, async (day) => {
 *   const shop = day.process("shop", ({ clientOptions }) => new Shop(new Mas(clientOptions), orders))
 * @throws SimulationError with the seed, a minimal set of faults that reproduces the failure, and the log.
 * @throws TypeError (rejects) that names the wrong option.
 * @throws the reason of `signal` when it aborts (rejects).
 */
export function simulate(options: SimulateOptions, body: (day: Day) => unknown): Promise<SimulationProgress> {
  const turn = turns.then(() => runDays(options, body))
  turns = turn.catch(() => {})
  return turn
}

type Body = (day: Day) => unknown
type FailedRun = DayResult & { readonly broken: CheckFailed }

async function runDays(options: SimulateOptions, body: Body): Promise<SimulationProgress> {
  const { first, runs, plan, shrinkFor } = readSimulateOptions(options, body)
  const { signal, onProgress, only } = options
  let [virtualMs, faults] = [0, 0]
  for (let run = 1; run <= runs; run++) {
    signal?.throwIfAborted()
    const seed = first + run - 1
    const isStopped = () => signal?.aborted === true
    const day = await runDay({ ...plan, seed, isStopped }, body).catch((error) => {
      throw error instanceof Stopped ? signal?.reason : error
    })
    const missing = only?.find((name) => !day.faults.includes(name))
    // Another fault than the one that was meant: a day without it shows nothing.
    if (missing !== undefined && !isBroken(day))
      throw new RangeError(`only: the fault ${missing} does not happen in this day`)
    virtualMs += day.elapsed
    faults += day.faults.length
    const progress = { runs: run, of: runs, virtualMs, faults }
    if (!isBroken(day)) {
      onProgress?.(progress)
      continue
    }
    const tell = ({ broken, faults }: FailedRun) =>
      onProgress?.({ ...progress, broken: { seed, check: broken.message, faults } })
    try {
      tell(day)
    } finally {
      say(`simulate: run ${run}, seed ${seed} broke: ${reasonOf(day.broken)}`)
    }
    const ended = hostClock.elapsed() + (only === undefined ? shrinkFor : 0)
    const isOver = () => isStopped() || hostClock.elapsed() >= ended
    const smallest = await smallestOf(day, { plan: { ...plan, seed, isStopped: isOver }, body, tell })
    const again = lineOf(options, seed, only ?? (day.faults.length > 0 ? smallest.day.faults : undefined))
    throw simulationError({ ...smallest, run, again, all: only ? undefined : day.faults.length })
  }
  if (onProgress === undefined) say(`simulate: ${countText(runs, "day")}, ${countText(faults, "fault")}, none broke`)
  return { runs, of: runs, virtualMs, faults }
}

const countText = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

const isBroken = (day: DayResult): day is FailedRun => day.broken !== undefined

/** Writes a line to stderr at once, so that it is shown however the process or the test ends. */
function say(line: string): void {
  hostProcess.stderr.write(`${line}\n`)
}

interface Shrinking {
  /** The plan of the failed day; reducing stops when `shrinkFor` is over. */
  readonly plan: DayPlan
  readonly body: Body
  /** Called with each failed day that has fewer faults. */
  readonly tell: (day: FailedRun) => void
}

interface Smallest {
  readonly day: FailedRun
  /** Whether a rerun gave the same log. */
  readonly repeats: boolean
  /** Whether time ran out before all candidates were tried. */
  readonly isCutShort: boolean
}

/** Reduces the faults of a failed day to a minimal set with the same failure. */
async function smallestOf(day: FailedRun, { plan, body, tell }: Shrinking): Promise<Smallest> {
  let smallest = day
  let repeats = !day.wasOutside
  const breaks = (result: DayResult): result is FailedRun => result.broken?.message === day.broken.message
  const rerun = (only: readonly string[]) => {
    if (plan.isStopped()) throw new Stopped()
    return runDay({ ...plan, only: new Set(only) }, body)
  }
  const stillBreaks = async (some: readonly string[]) => {
    const failure = await rerun(some)
    if (!breaks(failure)) return false
    smallest = failure
    tell(failure)
    return true
  }
  try {
    const again = await rerun(day.faults)
    // The rerun decides: the first run may have used real time only to load modules.
    repeats = !again.wasOutside && JSON.stringify(again.log.lines()) === JSON.stringify(day.log.lines())
    if (!breaks(again)) return { day, repeats, isCutShort: false }
    smallest = again
    await shrink(again.faults, stillBreaks, maxTrials)
    return { day: smallest, repeats, isCutShort: false }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return { day: smallest, repeats, isCutShort: true }
  }
}
