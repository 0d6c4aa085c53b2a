import { runInThisContext } from "node:vm"
import { standIn } from "../base/stand-ins.ts"
import type { NewFault } from "../control/new-faults.ts"
import { worldOf } from "../mock-world.ts"
import { type MockServiceOptions, ServiceCore } from "../service.ts"
import type { ProfileName, StepFaults } from "../world/fault-profiles.ts"
import { mainWorld } from "../world/world-names.ts"
import { Broken, Checks } from "./checks.ts"
import { Day } from "./day.ts"
import { DayFaults } from "./faults.ts"
import { DayLog } from "./log.ts"
import { delivery, type Receivers } from "./network.ts"
import { Timeline } from "./timeline.ts"

/** How a day is lived. */
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
  /** The programs of which something was waited for in vain, in any day. */
  readonly hung?: Set<string>
  /** What its world is like. */
  readonly service: MockServiceOptions
}

/** What a day was like. */
export interface LivedDay {
  readonly seed: number
  /** What was broken; undefined where all held. */
  readonly broken: Broken | undefined
  /** The names of the faults that happened. */
  readonly faults: readonly string[]
  readonly log: DayLog
  /** Milliseconds of virtual time. */
  readonly elapsed: number
  /** True where something was done in real time: then the day may not repeat. */
  readonly wasOutside: boolean
}

// Jest's `process` is a copy, which is told of nothing.
const host: typeof process = runInThisContext("process")
/** Every day begins at the same moment. */
const beginning = Date.UTC(2026, 0, 1)
/** The part of a day in which faults happen. */
const troubled = 2 / 3

/** Lives through one day, in virtual time: the process has no other meanwhile. */
export async function liveThrough(plan: DayPlan, body: (day: Day) => unknown): Promise<LivedDay> {
  const { seed, length, only, steps } = plan
  const timeline = new Timeline(seed, beginning, plan.hung)
  const elapsed = () => timeline.elapsed()
  const log = new DayLog(elapsed)
  const faults = new DayFaults({ seed, steps, until: length * troubled, only, elapsed, log })
  const checks = new Checks(() => timeline.settle())
  let broken: Broken | undefined
  const fail = (title: string, cause?: unknown) => {
    broken ??= new Broken(title, { cause })
  }
  const afterStep = () => {
    if (broken !== undefined) throw broken
    return checks.always.length > 0 ? checks.hold(checks.always) : undefined
  }
  const parts = { seed, timeline, faults, log, fail }
  const receivers: Receivers = new Map()
  const rejected = (cause: unknown) => fail("A promise was rejected, and nobody caught it", cause)
  host.on("unhandledRejection", rejected)
  const restore = standIn(timeline)
  try {
    const core = new ServiceCore({
      ...plan.service,
      clock: "real",
      now: beginning,
      hostClock: timeline,
      seed,
      deliver: delivery(parts, receivers),
      toss: faults.toss,
      onTaskError: ({ error }) => fail("The service failed", error),
    })
    const world = worldOf(core, mainWorld)
    for (const rule of plan.rules) world.faults.add(rule)
    world.faults.profile(plan.profile)
    const day = new Day({ ...parts, core, world, checks, receivers, length })
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
    await checks.hold(checks.eventually)
    void core.close()
  } catch (error) {
    const found =
      error instanceof Broken ? error : new Broken("Something threw, and nobody caught it", { cause: error })
    broken = found
    log.add("check", "check", () => found.message)
  } finally {
    restore()
    host.off("unhandledRejection", rejected)
  }
  return { seed, broken, faults: faults.happened, log, elapsed: elapsed(), wasOutside: timeline.wasOutside }
}
