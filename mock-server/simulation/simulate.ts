import * as z from "zod"
import { once } from "../base/once.ts"
import { seeds } from "../base/random.ts"
import { shrink } from "../base/shrink.ts"
import { Duration } from "../control/moments.ts"
import { NewFault } from "../control/new-faults.ts"
import { readOptions } from "../request/input/read-options.ts"
import { type MockServiceOptions, ServiceCore } from "../service.ts"
import { asFixturesError, FixturesError } from "../state/fixtures-error.ts"
import { type ProfileName, profileNames, type StepFaults, stepFaults } from "../world/fault-profiles.ts"
import type { Day } from "./day.ts"
import { type DayPlan, type LivedDay, liveThrough } from "./live.ts"
import { simulationError } from "./report.ts"

/** Faults of one's own choice: what is left out is as `profile` has it, `calm` when that is left out. */
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
  readonly runs?: number | undefined
  /** The seed of the first day; the next day's is the next number. 1 when left out. */
  readonly seed?: number | undefined
  /** `calm`, `production`, `storm` (when left out), or some of one's own choice. They happen in the first two thirds of a day. */
  readonly faults?: ProfileName | SimulatedFaults | undefined
  /** How long a day is: milliseconds, or text such as `36h` (when left out: the service's last retry comes after 34 h 36 min). */
  readonly for?: number | string | undefined
  /** Called after each day. */
  readonly onProgress?: ((progress: SimulationProgress) => void) | undefined
}

const faultsForm = () => `must be ${profileNames.join(", ")}, or an object of what goes wrong`
const Profile = once(() => z.enum(profileNames))
const OwnFaults = once(() => {
  const probability = z.number().min(0).max(1).optional()
  return z.strictObject(
    {
      profile: Profile().optional(),
      rules: z.array(NewFault).optional(),
      crash: probability,
      revoke: probability,
      jump: probability,
    },
    { error: ({ code }) => (code === "invalid_type" ? faultsForm() : undefined) },
  )
})
const Options = once(() =>
  z.strictObject({
    runs: z.int().positive().optional(),
    seed: z.int().min(seeds.least).max(seeds.most).optional(),
    // No union: it would not say what is wrong within.
    faults: z
      .preprocess((given) => (Profile().safeParse(given).success ? { profile: given } : given), OwnFaults())
      .optional(),
    for: Duration.optional(),
    onProgress: z.custom((value) => typeof value === "function", "must be a function").optional(),
    fixtures: z.unknown().optional(),
    messageLatency: z.unknown().optional(),
  }),
)

/** What profiles have in a simulation beside their faults: refusals that do not say how long, and answers after the client's patience. */
const harder: Readonly<Record<ProfileName, readonly NewFault[]>> = {
  calm: [],
  production: [{ status: 500, probability: 0.001 }],
  storm: [
    { status: 429, headers: { "Retry-After": "" }, probability: 0.03 },
    { status: 500, probability: 0.03 },
    { latency_ms: 45_000, probability: 0.01 },
  ],
}

/** What is tried to make a set of faults smaller, at most. */
const mostTrials = 300

// One at a time: a day has the process's time and chance.
let turns: Promise<unknown> = Promise.resolve()

/**
 * Lives through many days of your programs against the service, each in a world of its own, in virtual time, from one seed: with
 * requests and webhooks that are lost, late, doubled and forged, and processes that crash. Ends with the first day that breaks.
 * @example await simulate({ runs: 200, faults: "storm", for: "36h" }, async (day) => {
 *   const shop = day.process("shop", ({ clientOptions }) => new Shop(new Mas(clientOptions), orders))
 * @throws SimulationError with the seed, the smallest set of faults that still breaks that day, and what happened in it.
 * @throws TypeError (rejects) that names the option which is wrong.
 */
export function simulate(options: SimulateOptions, body: (day: Day) => unknown): Promise<SimulationProgress> {
  const turn = turns.then(() => liveThroughAll(options, body))
  turns = turn.catch(() => {})
  return turn
}

type Body = (day: Day) => unknown

async function liveThroughAll(options: SimulateOptions, body: Body): Promise<SimulationProgress> {
  const { first, runs, plan } = read(options, body)
  let [virtualMs, faults] = [0, 0]
  for (let run = 1; run <= runs; run++) {
    const day = await liveThrough({ ...plan, seed: first + run - 1 }, body)
    virtualMs += day.elapsed
    faults += day.faults.length
    options.onProgress?.({ runs: run, of: runs, virtualMs, faults })
    if (day.broken === undefined) continue
    const smallest = await smallestOf(day, { ...plan, seed: day.seed }, body)
    throw simulationError({ ...smallest, run, faultsAtFirst: day.faults.length, again: lineOf(options, day.seed) })
  }
  return { runs, of: runs, virtualMs, faults }
}

function read(options: SimulateOptions, body: Body) {
  const {
    seed,
    runs = seed === undefined ? 100 : 1,
    for: length = 36 * 3_600_000,
  } = readOptions("simulate", Options(), options)
  if (typeof body !== "function") throw new TypeError("simulate: give the day as a function, after the options")
  const { faults = "storm", fixtures, messageLatency } = options
  const { profile = "calm", rules = [], ...steps } = typeof faults === "string" ? { profile: faults } : faults
  const service = { ...(fixtures && { fixtures }), ...(messageLatency !== undefined && { messageLatency }) }
  if (fixtures || messageLatency !== undefined) tryOut(service)
  const faultsOfDays = { profile, rules: [...rules, ...harder[profile]], steps: { ...stepFaults[profile], ...steps } }
  return { first: seed ?? 1, runs, plan: { length, service, hung: new Set<string>(), ...faultsOfDays } }
}

/** Begins a world once: what is wrong with its options is no day's fault. */
function tryOut(service: MockServiceOptions): void {
  try {
    void new ServiceCore({ ...service, clock: "frozen" }).close()
  } catch (cause) {
    const told = asFixturesError(service.fixtures, cause)
    const field = told instanceof FixturesError ? "fixtures: " : ""
    throw new TypeError(`simulate: ${field}${Object(told).message}`, { cause })
  }
}

/** A broken day with the fewest faults that break it in the same way, and whether it went the same way again. */
async function smallestOf(day: LivedDay, plan: DayPlan, body: Body): Promise<{ day: LivedDay; repeats: boolean }> {
  const breaks = ({ broken }: LivedDay) => broken?.message === day.broken?.message
  const live = (only: readonly string[]) => liveThrough({ ...plan, only: new Set(only) }, body)
  const again = await live(day.faults)
  // What was loaded the first time is there.
  const repeats = !again.wasOutside && JSON.stringify(again.log.lines()) === JSON.stringify(day.log.lines())
  if (!breaks(again)) return { day, repeats }
  let smallest = again
  const stillBreaks = async (some: readonly string[]) => {
    const tried = await live(some)
    if (breaks(tried)) smallest = tried
    return breaks(tried)
  }
  await shrink(again.faults, stillBreaks, mostTrials)
  return { day: smallest, repeats }
}

/** The call that lives a day again. */
function lineOf({ faults = "storm", for: length = "36h", fixtures, messageLatency }: SimulateOptions, seed: number) {
  const options = Object.entries({ seed, faults, for: length, messageLatency, fixtures })
  const given = options.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`]))
  return `simulate({ ${given.join(", ")} }, …)`
}
