import { installFakeTimers } from "../base/fake-timers.ts"
import type { NewFault } from "../control/new-faults.ts"
import { worldOf } from "../mock-world/world-of.ts"
import { type MockServiceOptions, ServiceCore } from "../service.ts"
import type { ProfileName, StepFaults } from "../world/fault-profiles.ts"
import { mainWorld } from "../world/world-names.ts"
import { currentActor } from "./actor.ts"
import { CheckFailed } from "./check-failed.ts"
import { Checks } from "./checks.ts"
import { Day } from "./day.ts"
import { DeliveryCheck } from "./delivery-check.ts"
import { DayFaults } from "./faults.ts"
import { DayLog } from "./log.ts"
import { delivery, type Receivers } from "./network.ts"
import type { SimulatedProcess } from "./process.ts"
import { Stopped } from "./real-time-waits.ts"
import { hostProcess } from "./real-work.ts"
import { Timeline } from "./timeline.ts"

export interface DayPlan {
  readonly seed: number
  /** Milliseconds. */
  readonly length: number
  readonly profile: ProfileName
  /** Faults before those of the profile. */
  readonly rules: readonly NewFault[]
  readonly steps: StepFaults
  /** The only faults that happen, by their names; chance decides when left out. */
  readonly only?: ReadonlySet<string> | undefined
  /** Programs that have hung in an earlier run. */
  readonly hung: Set<string>
  /** Whether to stop at once. */
  readonly isStopped: () => boolean
  readonly service: MockServiceOptions
}

export interface DayResult {
  readonly seed: number
  /** The failed check; undefined when all held. */
  readonly broken: CheckFailed | undefined
  /** The names of the faults that happened. */
  readonly faults: readonly string[]
  readonly log: DayLog
  /** Milliseconds of virtual time. */
  readonly elapsed: number
  /** True where something was done in real time: then the day may not repeat. */
  readonly wasOutside: boolean
}

/** Every day begins at the same moment. */
const beginning = Date.UTC(2026, 0, 1)
/** The part of a day in which faults happen. */
const troubled = 2 / 3

const isCalm = ({ profile, rules, steps }: DayPlan) =>
  profile === "calm" && rules.length === 0 && Object.values(steps).every((probability) => probability === 0)

/**
 * Runs one simulation in virtual time; meanwhile the process has no other time.
 * @throws Stopped (rejects) when it was told to stop.
 */
export async function runDay(plan: DayPlan, body: (day: Day) => unknown): Promise<DayResult> {
  const { seed, length, only, steps, hung, isStopped } = plan
  const timeline = new Timeline(seed, beginning, hung, isStopped)
  const elapsed = () => timeline.elapsed()
  const log = new DayLog(elapsed)
  const faults = new DayFaults({ seed, steps, until: length * troubled, only, elapsed, log })
  const checks = new Checks(timeline)
  let broken: CheckFailed | undefined
  const fail = (title: string, cause?: unknown) => {
    broken ??= new CheckFailed(title, { cause })
  }
  const afterStep = () => {
    if (broken !== undefined) throw broken
    return checks.always.length > 0 ? checks.hold(checks.always) : undefined
  }
  const parts = { seed, timeline, faults, log, fail }
  const receivers: Receivers = new Map()
  const arrivals = new DeliveryCheck(isCalm(plan), fail)
  const processes: Pick<SimulatedProcess<unknown>, "end">[] = []
  const late = () => new Error("No sign of life for a second")
  const tooLate = (cause: unknown) => fail("What a program closes at its end does not end", cause)
  const rejected = (cause: unknown) => {
    // Work that a crash has cut off, such as a query, has no one to handle its error.
    if (currentActor.getStore()?.isAlive !== false) fail("A promise was rejected, and nobody caught it", cause)
  }
  hostProcess.on("unhandledRejection", rejected)
  const restore = installFakeTimers(timeline)
  try {
    const core = new ServiceCore({
      ...plan.service,
      clock: "real",
      now: beginning,
      hostClock: timeline,
      seed,
      deliver: delivery(parts, receivers, arrivals),
      decide: faults.decide,
      onTaskError: ({ error }) => fail("The service failed", error),
    })
    const world = worldOf(core, mainWorld)
    for (const rule of plan.rules) world.faults.add(rule)
    world.faults.profile(plan.profile)
    const day = new Day({ ...parts, core, world, checks, receivers, processes, length })
    let isOver = false
    timeline.perform(
      timeline.join("day"),
      () => body(day),
      (ended) => {
        isOver = true
        ended.catch((error) => fail("The day's function threw", error))
      },
    )
    await timeline.run(beginning + length, afterStep)
    if (!isOver) fail("The day is over before its function has ended")
    await afterStep()
    arrivals.check()
    await checks.hold(checks.eventually)
    void core.close()
  } catch (error) {
    if (error instanceof Stopped) throw error
    const found =
      error instanceof CheckFailed ? error : new CheckFailed("Something threw, and nobody caught it", { cause: error })
    broken = found
    log.add("check", "check", () => found.message)
  } finally {
    timeline.end()
    const ends = processes.flatMap((process) => process.end() ?? [])
    // Whoever ends a day does not wait for it.
    if (ends.length > 0 && !isStopped()) await timeline.waitFor(Promise.all(ends), late).catch(tooLate)
    restore()
    hostProcess.off("unhandledRejection", rejected)
  }
  return { seed, broken, faults: faults.happened, log, elapsed: elapsed(), wasOutside: timeline.wasOutside }
}
