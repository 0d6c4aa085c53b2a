import { fractionFor } from "../../base/seeded-fraction.ts"
import type { StepFaults } from "../../world/fault-profiles.ts"
import type { Fault } from "../../world/fault-rules.ts"
import type { RandomDecision } from "../../world/faults.ts"
import type { DayLog } from "./log.ts"

interface Plan {
  readonly seed: number
  readonly steps: StepFaults
  /** Milliseconds after which no more faults happen, so that programs can recover. */
  readonly until: number
  /** The names of the only faults that happen; random when omitted. */
  readonly only?: ReadonlySet<string> | undefined
  readonly elapsed: () => number
  readonly log: DayLog
}

/**
 * Decides which faults happen, for each place separately, from the seed and the place's name. So excluding one does not
 * change the others, and a run can be repeated with some of its faults.
 */
export class DayFaults {
  /** Names of the faults that happened: place and kind. */
  readonly happened: string[] = []
  /** The request that is being answered. */
  place = ""

  constructor(private readonly plan: Plan) {}

  /** Decides whether a fault of the world happens. A fault that always happens is part of the run and is never left out. */
  readonly decide: RandomDecision = (fault, what) => {
    const step = "deliveryId" in what ? `delivery ${what.deliveryId}, attempt ${what.attempt}` : this.place
    const name = `${step}: ${describe(fault)}`
    // Requests of the simulation itself have no place.
    if (step === "" || (fault.probability < 1 && !this.#happens(name, fault.probability))) return false
    this.plan.log.add("fault", "fault", () => name)
    return true
  }

  strikes(kind: keyof StepFaults, step: string): boolean {
    const probability = this.plan.steps[kind]
    return probability > 0 && this.#happens(`${step}: ${stepNames[kind]}`, probability)
  }

  #happens(name: string, probability: number): boolean {
    const { seed, until, only, elapsed } = this.plan
    const happens = only?.has(name) ?? (elapsed() <= until && fractionFor(seed, name) < probability)
    if (happens) this.happened.push(name)
    return happens
  }
}

const stepNames: Readonly<Record<keyof StepFaults, string>> = {
  crash: "crash",
  revoke: "the key is revoked, and there is another",
  jump: "the clock jumps",
}

function describe(fault: Fault): string {
  if (fault.on === "delivery") {
    const { drop, delay_ms, duplicate, reorder, signature } = fault
    if (drop !== undefined) return drop === "before" ? "lost" : "its response is lost"
    if (duplicate !== undefined) return `arrives ${duplicate + 1} times`
    if (signature !== undefined) return signature === "old" ? "stale" : `signed amiss (${signature})`
    return reorder ? "overtaken" : `${delay_ms} ms late`
  }
  const { status, drop, cut_at, drip_ms, latency_ms, headers } = fault
  if (drop !== null) return drop === "before" ? "cut before the write" : "response lost after the write"
  if (status !== null) return `${status}${headers?.["Retry-After"] === "" ? " without Retry-After" : ""}`
  if (cut_at !== undefined) return "cut in the midst of the response"
  if (drip_ms !== undefined) return "its response drips"
  return latency_ms === null ? "wrong response" : `${latency_ms} ms late`
}
