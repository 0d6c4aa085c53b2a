import * as z from "zod"
import { definedFields } from "../base/defined-fields.ts"
import type { FaultProfile } from "../base/models.gen.ts"
import { seeds } from "../base/random.ts"
import { Duration } from "../control/moments.ts"
import { NewFault } from "../control/new-faults.ts"
import { readOptions } from "../request/input/read-options.ts"
import { type MockServiceOptions, ServiceCore } from "../service.ts"
import { asFixturesError, FixturesError } from "../state/fixtures-error.ts"
import { type ProfileName, profileNames, type StepFaults, stepFaults } from "../world/fault-profiles.ts"
import type { DayPlan } from "./run-day.ts"

/** Custom faults; omitted fields are taken from `profile`, by default `calm`. */
export interface SimulatedFaults extends Partial<StepFaults> {
  /** The faults of this name, such as `storm`. */
  readonly profile?: FaultProfile["name"]
  /** Faults as `world.faults.add` takes them, each with its `probability`. */
  readonly rules?: readonly NewFault[]
}

/** A day that broke. */
export interface BrokenDay {
  /** The seed that makes the day again. */
  readonly seed: number
  /** The failed check: its title, or the error. */
  readonly check: string
  /** The fewest faults so far that break it. */
  readonly faults: readonly string[]
}

/** How far a simulation is. */
export interface SimulationProgress {
  /** How many days are over. */
  readonly runs: number
  /** Of how many. */
  readonly of: number
  /** Milliseconds of virtual time that went by. */
  readonly virtualMs: number
  /** Faults that happened. */
  readonly faults: number
  /** The last day, where it broke. Told again each time that fewer faults break it. */
  readonly broken?: BrokenDay
}

/** How days are made; everything has a default. */
export interface SimulateOptions extends Pick<MockServiceOptions, "fixtures" | "messageLatency"> {
  /** How many days; 100 when left out, and 1 where there is a `seed`. */
  readonly runs?: number | undefined
  /** The seed of the first day; the next day's is the next number. 1 when left out. */
  readonly seed?: number | undefined
  /** The only faults that happen in the day of `seed`, as `error.faults` names them. The day is lived once; nothing is left out. */
  readonly only?: readonly string[] | undefined
  /** `calm`, `production`, `storm` (when left out), or some of one's own choice. They happen in the first two thirds of a day. */
  readonly faults?: FaultProfile["name"] | SimulatedFaults | undefined
  /** How long a day is: milliseconds, or text such as `36h` (when left out: the service's last retry comes after 34 h 36 min). */
  readonly for?: number | string | undefined
  /**
   * How long a broken day is lived again with fewer faults, in real time: milliseconds, or text such as `1m`. `20s` when left out;
   * with 0 the error has all of its faults.
   */
  readonly shrinkFor?: number | string | undefined
  /**
   * Ends it: the day under way ends, the time and chance of the process are put back, and the promise is rejected with the signal's
   * reason; once a day has broken, with its SimulationError. The `signal` of a test's context is ended by the test's own timeout.
   */
  readonly signal?: AbortSignal | undefined
  /** Called after each day, and while a broken one is lived with fewer faults. */
  readonly onProgress?: ((progress: SimulationProgress) => void) | undefined
}

const faultsForm = () => `must be ${profileNames.join(", ")}, or an object of what goes wrong`
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
// By its shape: a test environment may have a class of its own.
const isSignal = (value: unknown): boolean =>
  typeof Object(value).aborted === "boolean" && typeof Object(value).addEventListener === "function"

const Options = z
  .strictObject({
    runs: z.int().positive().optional(),
    seed: z.int().min(seeds.least).max(seeds.most).optional(),
    only: z.array(z.string()).optional(),
    // No union: its error would not name the wrong part.
    faults: z
      .preprocess((given) => (Profile.safeParse(given).success ? { profile: given } : given), OwnFaults)
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
    error: "goes with the seed of one day: simulate({ seed: error.seed, only: error.faults })",
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
  /** How many days are over. */
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
  if (typeof body !== "function") throw new TypeError("simulate: give the day as a function, after the options")
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

/** Starts a world once: an error in its options is not a failed run. */
function tryOut(service: MockServiceOptions): void {
  try {
    void new ServiceCore({ ...service, clock: "frozen" }).close()
  } catch (cause) {
    const fixturesError = asFixturesError(service.fixtures, cause)
    const field = fixturesError instanceof FixturesError ? "fixtures: " : ""
    throw new TypeError(`simulate: ${field}${Object(fixturesError).message}`, { cause })
  }
}

/** The call that lives a day again, with some faults alone. */
export function lineOf(
  { faults = "storm", for: length = "36h", fixtures, messageLatency }: SimulateOptions,
  seed: number,
  only: readonly string[] | undefined,
): string {
  const options = Object.entries({ seed, faults, for: length, messageLatency, fixtures, only })
  const given = options.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`]))
  return `simulate({ ${given.join(", ")} }, …)`
}
