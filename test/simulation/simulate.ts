import { Day } from "./day.ts"
import { check } from "./invariants.ts"

/** What a run did, to be compared with another of the same seed. */
export interface Report {
  readonly log: readonly string[]
  readonly attempts: number
  /** Milliseconds of virtual time. */
  readonly time: number
}

/** Lives through one day; throws what broke, with the seed and the last of what happened. */
export async function simulate(seed: number, steps = 40): Promise<Report> {
  const day = new Day(seed)
  const beside = JSON.stringify(day.beside.snapshot())
  const begun = day.now()
  try {
    await day.run(steps)
    await check(day)
    if (JSON.stringify(day.beside.snapshot()) !== beside) throw new Error("the world beside has changed")
    return { log: day.log, attempts: day.world.deliveries().length, time: day.now() - begun }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    throw new Error(`Seed ${seed}: ${message}\n${day.log.slice(-40).join("\n")}`)
  } finally {
    await day.service.close()
  }
}
