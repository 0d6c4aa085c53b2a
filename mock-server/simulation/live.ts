import type { NewFault } from "../control/new-faults.ts"
import { worldOf } from "../mock-world.ts"
import { type MockServiceOptions, ServiceCore } from "../service.ts"
import type { ProfileName } from "../world/fault-profiles.ts"
import { mainWorld } from "../world/world-names.ts"
import { Broken, Checks } from "./checks.ts"
import { Day } from "./day.ts"
import { Faults, type InjectedFault, type StepFaults } from "./faults.ts"
import { DayLog, type LogLine } from "./log.ts"
import { newActor } from "./process.ts"
import { Receivers } from "./receivers.ts"
import { standIn } from "./stand-ins.ts"
import { Timeline } from "./timeline.ts"

/** Every day begins at the same moment. */
const beginning = Date.UTC(2026, 0, 1)

/** What goes wrong in a day. */
export interface DayFaults extends StepFaults {
  readonly profile: ProfileName
  /** Beside those of the profile, before which they come. */
  readonly rules: readonly NewFault[]
}

/** How a day is lived. */
export interface DayPlan {
  readonly seed: number
  /** Milliseconds. */
  readonly length: number
  readonly faults: DayFaults
  /** The only faults that happen, by their names; chance decides when left out. */
  readonly only?: ReadonlySet<string> | undefined
  /** What its world is like. */
  readonly service: Pick<MockServiceOptions, "fixtures" | "messageLatency">
}

/** What a day was like. */
export interface LivedDay {
  readonly seed: number
  /** What was broken; undefined where all held. */
  readonly broken: Broken | undefined
  readonly faults: readonly InjectedFault[]
  /** What happened, put into words when it is asked for. */
  readonly lines: () => LogLine[]
  /** Milliseconds of virtual time. */
  readonly elapsed: number
  /** True where something was done in real time: then the day may not repeat. */
  readonly wasOutside: boolean
}

/** Faults are over after this part of a day: what can heal has the rest. */
const troubled = 2 / 3

/** Lives through one day, in virtual time. */
export async function liveThrough(plan: DayPlan, body: (day: Day) => unknown): Promise<LivedDay> {
  const { seed, length, only } = plan
  const service = newActor(seed, "service")
  const timeline = new Timeline(beginning, service)
  const elapsed = () => timeline.elapsed()
  const log = new DayLog(elapsed)
  const faults = new Faults({ seed, steps: plan.faults, until: length * troubled, only, elapsed })
  const checks = new Checks(() => timeline.settle())
  let failure: Broken | undefined
  const fail = (title: string, error?: unknown) => {
    failure ??= new Broken(title, error)
  }
  const parts = { seed, timeline, faults, log, fail }
  const receivers = new Receivers(parts)
  const restore = standIn(timeline)
  let broken: Broken | undefined
  try {
    const core = new ServiceCore({
      ...plan.service,
      clock: "real",
      now: beginning,
      hostClock: timeline,
      seed,
      deliver: receivers.deliver,
      toss: faults.toss,
      onTaskError: ({ error }) => fail("The service failed", error),
    })
    const world = worldOf(core, mainWorld)
    for (const rule of plan.faults.rules) world.faults.add(rule)
    world.faults.profile(plan.faults.profile)
    const day = new Day({ ...parts, core, world, checks, receivers, length })
    const actor = newActor(seed, "day")
    timeline.join(actor)
    let isOver = false
    timeline.at(timeline.now(), actor, () => {
      actor.running++
      Promise.resolve(day)
        .then(body)
        .catch((error) => fail("The day's function threw", error))
        .then(() => {
          isOver = true
          actor.running--
          timeline.sign()
        })
    })
    await timeline.run(beginning + length, () => {
      if (failure !== undefined) throw failure
      return checks.afterStep()
    })
    if (failure !== undefined) throw failure
    if (!isOver) throw new Broken("The day's function has not ended when the day is over")
    await checks.atLast()
    void core.close()
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    broken = error
    log.add("check", "check", () => error.title)
  } finally {
    restore()
  }
  return {
    seed,
    broken,
    faults: faults.happened,
    lines: () => log.lines(),
    elapsed: elapsed(),
    wasOutside: timeline.wasOutside,
  }
}
