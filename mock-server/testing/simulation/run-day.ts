import { installFakeTimers } from "../../base/fake-timers.ts"
import type { NewFault } from "../../control/new-faults.ts"
import { type MockServiceOptions, ServiceCore } from "../../service/service.ts"
import type { ProfileName, StepFaults } from "../../world/fault-profiles.ts"
import { mainWorld } from "../../world/world-names.ts"
import { worldOf } from "../mock-world/world-of.ts"
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
  /** Faults that take precedence over the profile's. */
  readonly rules: readonly NewFault[]
  readonly steps: StepFaults
  /** The names of the only faults that happen; random when omitted. */
  readonly only?: ReadonlySet<string> | undefined
  /** Programs that hung in an earlier run. */
  readonly hung: Set<string>
  /** True to stop at once. */
  readonly isStopped: () => boolean
  readonly service: MockServiceOptions
}

export interface DayResult {
  readonly seed: number
  /** The failed check; undefined if all checks held. */
  readonly broken: CheckFailed | undefined
  /** The names of the faults that happened. */
  readonly faults: readonly string[]
  readonly log: DayLog
  /** Milliseconds of virtual time. */
  readonly elapsed: number
  /** True if something ran in real time: then the day may not be reproducible. */
  readonly wasOutside: boolean
}

/** Every day begins at the same time. */
const beginning = Date.UTC(2026, 0, 1)
/** The part of a day in which faults happen. */
const troubled = 2 / 3

const isCalm = ({ profile, rules, steps }: DayPlan) =>
  profile === "calm" && rules.length === 0 && Object.values(steps).every((probability) => probability === 0)

/**
 * Runs one day in virtual time, which replaces the process's clock during the run.
 * @throws Stopped (rejects) when `isStopped` becomes true.
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
  const late = () => new Error("No activity for a second")
  const tooLate = (cause: unknown) => fail("Closing a program at the end of the day does not end", cause)
  const rejected = (cause: unknown) => {
    // Errors of work that a crash has interrupted, such as a query, are expected.
    if (currentActor.getStore()?.isAlive !== false) fail("A promise rejection was not handled", cause)
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
    const failure = error instanceof CheckFailed ? error : new CheckFailed("An error was not caught", { cause: error })
    broken = failure
    log.add("check", "check", () => failure.message)
  } finally {
    timeline.end()
    const ends = processes.flatMap((process) => process.end() ?? [])
    // A stopped day does not wait for its programs to close.
    if (ends.length > 0 && !isStopped()) await timeline.waitFor(Promise.all(ends), late).catch(tooLate)
    restore()
    hostProcess.off("unhandledRejection", rejected)
  }
  return { seed, broken, faults: faults.happened, log, elapsed: elapsed(), wasOutside: timeline.wasOutside }
}
