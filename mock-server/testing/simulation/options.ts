import * as z from "zod"
import { definedFields } from "../../base/defined-fields.ts"
import type { FaultProfile } from "../../base/models.gen.ts"
import { seeds } from "../../base/random.ts"
import { Duration } from "../../control/moments.ts"
import { NewFault } from "../../control/new-faults.ts"
import { readOptions } from "../../service/request/input/read-options.ts"
import { type MockServiceOptions, ServiceCore } from "../../service/service.ts"
import { asFixturesError, FixturesError } from "../../service/state/fixtures-error.ts"
import { type ProfileName, profileNames, type StepFaults, stepFaults } from "../../world/fault-profiles.ts"
import type { DayPlan } from "./run-day.ts"

/** Custom faults; omitted fields are taken from `profile`, by default `calm`. */
export interface SimulatedFaults extends Partial<StepFaults> {
  /** The fault profile, such as `storm`. */
  readonly profile?: FaultProfile["name"]
  /** Further faults, as for `world.faults.add`, each with its `probability`. */
  readonly rules?: readonly NewFault[]
}

/** A day with a failed check. */
export interface FailedRun {
  /** The seed that reproduces the day. */
  readonly seed: number
  /** The failed check: its title, or the error. */
  readonly check: string
  /** The smallest set of faults so far that reproduces the failure. */
  readonly faults: readonly string[]
}

/** Progress of a simulation. */
export interface SimulationProgress {
  /** Number of completed days. */
  readonly runs: number
  /** Total number of days. */
  readonly of: number
  /** Elapsed milliseconds of virtual time. */
  readonly virtualMs: number
  /** Number of faults that happened. */
  readonly faults: number
  /** The last day, if it failed. Reported again for each smaller set of faults that reproduces the failure. */
  readonly broken?: FailedRun
}

/** Options of a simulation. All have defaults. */
export interface SimulateOptions extends Pick<MockServiceOptions, "fixtures" | "messageLatency"> {
  /** Number of days. Default 100, or 1 with a `seed`. */
  readonly runs?: number | undefined
  /** The seed of the first day; each further day uses the next number. Default 1. */
  readonly seed?: number | undefined
  /**
   * The only faults that happen on the day of `seed`, by their names from `error.faults`. The day runs once, and the
   * set is not reduced.
   */
  readonly only?: readonly string[] | undefined
  /** `calm`, `production`, `storm` (default), or custom faults. They happen in the first two thirds of a day. */
  readonly faults?: FaultProfile["name"] | SimulatedFaults | undefined
  /** Length of a day: milliseconds, or text. Default `36h`: the service's last retry comes after 34 h 36 min. */
  readonly for?: number | string | undefined
  /**
   * Real time for reducing the faults of a failed day: milliseconds, or text such as `1m`. Default `20s`; with 0 the
   * error has all faults.
   */
  readonly shrinkFor?: number | string | undefined
  /**
   * Stops the simulation: ends the current day, restores the process's clock and random numbers, and rejects with the
   * signal's reason, or with the SimulationError if a day has failed. The `signal` of a test's context is aborted by
   * the test's timeout.
   */
  readonly signal?: AbortSignal | undefined
  /** Called after each day, and while the faults of a failed day are reduced. */
  readonly onProgress?: ((progress: SimulationProgress) => void) | undefined
}

const faultsForm = () => `must be ${profileNames.join(", ")}, or an object of faults`
const Profile = z.enum(profileNames)
const Probability = z.number().min(0).max(1).optional()
const OwnFaults = z.strictObject(
  {
    profile: Profile.optional(),
    rules: z.array(NewFault).optional(),
    crash: Probability,
    revoke: Probability,
    jump: Probability,
  },
  { error: ({ code }) => (code === "invalid_type" ? faultsForm() : undefined) },
)
// Duck typing: a test environment may have its own class.
const isSignal = (value: unknown): boolean =>
  typeof Object(value).aborted === "boolean" && typeof Object(value).addEventListener === "function"

const Options = z
  .strictObject({
    runs: z.int().positive().optional(),
    seed: z.int().min(seeds.least).max(seeds.most).optional(),
    only: z.array(z.string()).optional(),
    // No union: its error would not name the wrong part.
    faults: z
      .preprocess((input) => (Profile.safeParse(input).success ? { profile: input } : input), OwnFaults)
      .optional(),
    for: Duration.optional(),
    shrinkFor: Duration.optional(),
    signal: z.custom(isSignal, "must be an AbortSignal").optional(),
    onProgress: z.custom((value) => typeof value === "function", "must be a function").optional(),
    fixtures: z.unknown().optional(),
    messageLatency: z.unknown().optional(),
  })
  .refine(({ only, seed, runs = 1 }) => only === undefined || (seed !== undefined && runs === 1), {
    path: ["only"],
    error: "needs the seed of one day: simulate({ seed: error.seed, only: error.faults })",
  })

/** Extra faults of profiles in a simulation: refusals without Retry-After, and responses after the client's timeout. */
const harder: Readonly<Record<ProfileName, readonly NewFault[]>> = {
  calm: [],
  production: [{ status: 500, probability: 0.001 }],
  storm: [
    { status: 429, headers: { "Retry-After": "" }, probability: 0.03 },
    { status: 500, probability: 0.03 },
    { latency_ms: 45_000, probability: 0.01 },
  ],
}

/** The parsed options. @internal */
export interface Asked {
  /** The first seed. */
  readonly first: number
  /** Number of days. */
  readonly runs: number
  readonly plan: Omit<DayPlan, "seed" | "isStopped">
  /** Milliseconds. */
  readonly shrinkFor: number
}

/** Validates the options. @throws TypeError that names the wrong one. @internal */
export function readSimulateOptions(options: SimulateOptions, body: unknown): Asked {
  const {
    seed,
    only,
    runs = seed === undefined ? 100 : 1,
    for: length = 36 * 3_600_000,
    shrinkFor = 20_000,
  } = readOptions("simulate", Options, options)
  if (typeof body !== "function") throw new TypeError("simulate: pass the day's function after the options")
  const { faults = "storm", fixtures, messageLatency } = options
  const { profile = "calm", rules = [], ...steps } = typeof faults === "string" ? { profile: faults } : faults
  const service = definedFields({ fixtures, messageLatency })
  if (fixtures || messageLatency !== undefined) tryOut(service)
  const plan = {
    length,
    service,
    hung: new Set<string>(),
    profile,
    rules: [...rules, ...harder[profile]],
    steps: { ...stepFaults[profile], ...steps },
    ...(only && { only: new Set(only) }),
  }
  return { first: seed ?? 1, runs, plan, shrinkFor }
}

/** Creates a world once, so that an error in its options is not reported as a failed run. */
function tryOut(service: MockServiceOptions): void {
  try {
    void new ServiceCore({ ...service, clock: "frozen" }).close()
  } catch (cause) {
    const fixturesError = asFixturesError(service.fixtures, cause)
    const field = fixturesError instanceof FixturesError ? "fixtures: " : ""
    throw new TypeError(`simulate: ${field}${Object(fixturesError).message}`, { cause })
  }
}

/** The call that reruns a day with only some faults. */
export function lineOf(
  { faults = "storm", for: length = "36h", fixtures, messageLatency }: SimulateOptions,
  seed: number,
  only: readonly string[] | undefined,
): string {
  const options = Object.entries({ seed, faults, for: length, messageLatency, fixtures, only })
  const setOptions = options.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`],
  )
  return `simulate({ ${setOptions.join(", ")} }, …)`
}
