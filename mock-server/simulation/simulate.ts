import * as z from "zod"
import { Duration } from "../control/moments.ts"
import { NewFault } from "../control/new-faults.ts"
import type { MockServiceOptions } from "../service.ts"
import { type ProfileName, profileNames } from "../world/fault-profiles.ts"
import type { Broken } from "./checks.ts"
import type { Day } from "./day.ts"
import type { StepFaults } from "./faults.ts"
import { type DayFaults, type DayPlan, type LivedDay, liveThrough } from "./live.ts"
import { simulationError } from "./report.ts"
import { shrink } from "./shrink.ts"

/** Faults of one's own choice. What is left out is as `profile` has it, `calm` when that is left out. */
export interface SimulatedFaults extends Partial<StepFaults> {
  readonly profile?: ProfileName
  /** Faults as `world.faults.add` takes them, each with its `probability`. */
  readonly rules?: readonly NewFault[]
}

/** How far a simulation is. */
export interface SimulationProgress {
  readonly runs: number
  /** Of how many. */
  readonly of: number
  /** Milliseconds of virtual time that went by. */
  readonly virtualMs: number
  /** Faults that happened. */
  readonly faults: number
}

/** How days are made; everything has a default. */
export interface SimulateOptions extends Pick<MockServiceOptions, "fixtures" | "messageLatency"> {
  /** How many days; 100 when left out, and 1 where there is a `seed`. */
  readonly runs?: number
  /** The seed of the first day; the next has the next number. 1 when left out. */
  readonly seed?: number
  /** `calm`, `production`, `storm` (when left out), or some of one's own choice. They happen in the first two thirds of a day. */
  readonly faults?: ProfileName | SimulatedFaults
  /** How long a day is: milliseconds, or text such as `36h` (when left out: the service's last retry comes after 34 h 36 min). */
  readonly for?: number | string
  /** Called after each day. */
  readonly onProgress?: (progress: SimulationProgress) => void
}

/** How likely each step of a process meets these, by profile. */
const stepFaults: Readonly<Record<ProfileName, StepFaults>> = {
  calm: { crash: 0, revoke: 0, jump: 0 },
  production: { crash: 0.001, revoke: 0.0005, jump: 0.0001 },
  storm: { crash: 0.02, revoke: 0.01, jump: 0.002 },
}

const probability = z.number().min(0).max(1).optional()
const Options = z.lazy(() =>
  z.object({
    runs: z.int().positive().optional(),
    seed: z.int().min(0).max(0xffff_ffff).optional(),
    faults: z
      .union([
        z.enum(profileNames),
        z.strictObject({
          profile: z.enum(profileNames).optional(),
          rules: z.array(NewFault).optional(),
          crash: probability,
          revoke: probability,
          jump: probability,
        }),
      ])
      .optional(),
    for: Duration.optional(),
  }),
)

/** What is tried to make a set of faults smaller, at most. */
const mostTrials = 300

/** One at a time in a process: a day has the process's time and chance. */
let turns: Promise<unknown> = Promise.resolve()

/**
 * Lives through many days of your programs against the service, each in a world of its own, in virtual time, from one seed: with
 * requests and webhooks that are lost, late, doubled and forged, and processes that crash. Ends with the first day that breaks.
 * @example await simulate({ runs: 200, faults: "storm", for: "36h" }, async (day) => {
 *   const shop = day.process("shop", ({ clientOptions }) => new Shop(new Mas(clientOptions), orders))
 * @throws SimulationError with the seed, the smallest set of faults that still breaks that day, and what happened in it.
 */
export function simulate(options: SimulateOptions, body: (day: Day) => unknown): Promise<SimulationProgress> {
  const turn = turns.then(() => run(options, body))
  turns = turn.catch(() => {})
  return turn
}

async function run(options: SimulateOptions, body: (day: Day) => unknown): Promise<SimulationProgress> {
  const { seed: first, runs, length } = read(options)
  let progress: SimulationProgress = { runs: 0, of: runs, virtualMs: 0, faults: 0 }
  for (let number = 1; number <= runs; number++) {
    const day = await liveThrough(planOf(options, first + number - 1, length), body)
    progress = {
      runs: number,
      of: runs,
      virtualMs: progress.virtualMs + day.elapsed,
      faults: progress.faults + day.faults.length,
    }
    options.onProgress?.(progress)
    if (day.broken !== undefined) throw await explain(options, day, { number, length, body })
  }
  return progress
}

interface Reading {
  readonly seed: number
  readonly runs: number
  readonly length: number
}

/** The options that have to be right. @throws TypeError that names the option. */
function read(options: SimulateOptions): Reading {
  const result = z.safeParse(Options, options)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new TypeError(`simulate: ${issue?.path.join(".") || "the options"}: ${issue?.message}`)
  }
  const { seed, runs = seed === undefined ? 100 : 1, for: length = 36 * 3_600_000 } = result.data
  return { seed: seed ?? 1, runs, length }
}

function planOf(
  { faults = "storm", fixtures, messageLatency }: SimulateOptions,
  seed: number,
  length: number,
): DayPlan {
  const chosen = typeof faults === "string" ? { profile: faults } : faults
  const { profile = "calm", rules = [], ...steps } = chosen
  const dayFaults: DayFaults = { ...stepFaults[profile], ...steps, profile, rules }
  return {
    seed,
    length,
    faults: dayFaults,
    service: { ...(fixtures && { fixtures }), ...(messageLatency !== undefined && { messageLatency }) },
  }
}

interface Case {
  readonly number: number
  readonly length: number
  readonly body: (day: Day) => unknown
}

/** The error of a broken day, with the fewest faults that break it the same way. */
async function explain(options: SimulateOptions, day: LivedDay, { number, length, body }: Case): Promise<Error> {
  const plan = planOf(options, day.seed, length)
  const names = day.faults.map(({ name }) => name)
  const live = (only: readonly string[]) => liveThrough({ ...plan, only: new Set(only) }, body)
  const again = await live(names)
  const repeats = textOf(again) === textOf(day)
  let smallest = isSame(again.broken, day.broken) ? again : day
  if (smallest === again) {
    await shrink(
      names,
      async (some) => {
        const tried = await live(some)
        const breaks = isSame(tried.broken, day.broken)
        if (breaks) smallest = tried
        return breaks
      },
      mostTrials,
    )
  }
  return simulationError({
    day: smallest,
    run: number,
    faultsAtFirst: names.length,
    repeats: repeats && !day.wasOutside,
    again: lineOf(options, day.seed),
  })
}

const textOf = (day: LivedDay) => JSON.stringify(day.lines())

const isSame = (one: Broken | undefined, other: Broken | undefined) => one?.title === other?.title

/** The call that lives a day again. */
function lineOf({ faults = "storm", for: length }: SimulateOptions, seed: number): string {
  const parts = [
    `seed: ${seed}`,
    `faults: ${JSON.stringify(faults)}`,
    ...(length === undefined ? [] : [`for: ${JSON.stringify(length)}`]),
  ]
  return `simulate({ ${parts.join(", ")} }, …)`
}
