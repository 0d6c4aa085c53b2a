import { shrink } from "../../mock-server/testing/simulation/shrink.ts"
import type { SnapshotState } from "../../mock-server/world/snapshot.ts"
import { takeComplaints } from "../support/checked-service.ts"
import { snapshotOf } from "../support/snapshot-of.ts"
import { Day, type Manner, start } from "./day.ts"
import { deliveriesAreRight } from "./deliveries.ts"
import { oneEffectEach } from "./effects.ts"
import { planOf, planOfEverything } from "./plan.ts"
import type { Plan } from "./steps.ts"
import { takeStock } from "./stock.ts"
import { connectors } from "./ways.ts"

/** The default number of steps of a day. */
export const usualLength = 26

/** The result of a day. */
export interface Report {
  readonly plan: Plan
  readonly log: readonly string[]
  /** The failure, in a line; undefined if there was none. */
  readonly broken: string | undefined
  readonly faults: number
  /** Milliseconds of virtual time. */
  readonly time: number
  /** The world at the end. */
  readonly state: SnapshotState
}

const usual: Manner = { connector: connectors["in process"], overlaps: true }

/** Runs a day, and checks every invariant. */
export async function live(plan: Plan, manner: Manner = usual): Promise<Report> {
  takeComplaints()
  const day = await Day.begin(plan, manner)
  const beside = day.world.worlds.create()
  const untouched = JSON.stringify(beside.state.snapshot())
  const broken = await failureOf(async () => {
    await day.run()
    oneEffectEach(day)
    deliveriesAreRight(day)
    await takeStock(day)
    const [parked] = day.world.timers.list().filter(({ error }) => error !== undefined)
    if (parked !== undefined) throw new Error(`work of ${parked.kind} failed: ${parked.error}`)
    // A server that is killed loses its other worlds.
    const isThere = day.world.worlds.list().some(({ id }) => id === beside.id)
    if (isThere && JSON.stringify(beside.state.snapshot()) !== untouched)
      throw new Error("the world beside has changed")
  })
  const [complaint] = takeComplaints()
  const { log, faultsHappened: faults } = day
  const report = {
    plan,
    log,
    broken: broken ?? complaint,
    faults,
    time: day.now() - start,
    state: snapshotOf(day.world),
  }
  await day.reached.close()
  return report
}

/** Runs a day again, only for its log. */
async function relive(plan: Plan): Promise<readonly string[]> {
  const day = await Day.begin(plan, usual)
  await failureOf(() => day.run())
  await day.reached.close()
  return day.log
}

async function failureOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

let warmth: Promise<Report> | undefined

/** Lazy loading takes real time: done once before days are compared. */
const warmUp = () => {
  warmth ??= live(planOfEverything())
  return warmth
}

/** Runs the day of a seed twice: a difference between the two is a failure, too. */
export async function liveTwice(seed: number, length = usualLength): Promise<Report> {
  await warmUp()
  const plan = planOf(seed, length)
  const first = await live(plan)
  if (first.broken !== undefined) return first
  const again = await relive(plan)
  const at = again.findIndex((line, index) => line !== first.log[index])
  // Only the first run takes stock at the end.
  if (at < 0 && again.length === first.log.length - 1) return first
  return { ...first, broken: `the same day differs: ${first.log[at]} | ${again[at]}` }
}

/** The maximum number of trials for one reduction. */
const mostTrials = 300

/** The smallest day with the same failure: first without unneeded faults, then without unneeded steps. */
export async function smallest(report: Report, manner: Manner = usual): Promise<Report> {
  const breaks = async (some: Plan) => kindOf(await live(some, manner)) === kindOf(report)
  let { plan } = report
  for (let size = Number.POSITIVE_INFINITY; sizeOf(plan) < size; ) {
    size = sizeOf(plan)
    const faults = await shrink(plan.faults, (some) => breaks({ ...plan, faults: some }), mostTrials)
    const steps = await shrink(plan.steps, (some) => breaks({ ...plan, faults, steps: some }), mostTrials)
    plan = { ...plan, faults, steps }
  }
  const small = await live(plan, manner)
  return small.broken === undefined ? report : small
}

/** The failure without its numbers and ids. */
const kindOf = ({ broken }: Report) => broken?.replace(/evt_\S+|\d+/g, "…")

const sizeOf = ({ faults, steps }: Plan) => faults.length + steps.length

/** The maximum number of lines in a report. */
const mostLines = 40

/** A readable report of a failed day: the failure, its faults, its log, and how to repeat it. */
export function tell({ plan, broken, log }: Report): string {
  const { seed, faults, steps } = plan
  const visibleLines = log.length > mostLines ? [...log.slice(0, 10), "…", ...log.slice(11 - mostLines)] : log
  return [
    `Seed ${seed}: ${broken}`,
    `With ${faults.length} faults in ${steps.length} steps:`,
    ...faults.map((fault) => `  ${JSON.stringify(fault)}`),
    ...visibleLines,
    `Again: npm run simulate -- --seed ${seed} --runs 1`,
  ].join("\n")
}
