import type { Fault } from "../world/fault-rules.ts"
import type { FaultableAttempt, FaultableRequest } from "../world/faults.ts"
import { chanceOf } from "./chance.ts"

/** How likely what no mock server can do happens at each step of a process, 0 to 1. */
export interface StepFaults {
  /** It crashes, and starts again from what survived. */
  readonly crash: number
  /** Its credential is revoked, and it gets another. */
  readonly revoke: number
  /** The clock jumps ahead, as after a pause of the machine. */
  readonly jump: number
}

/** A fault that happened. Its name says where and what, and is the same whenever the same happens at the same place. */
export interface InjectedFault {
  readonly name: string
  /** Milliseconds of virtual time since the day began. */
  readonly at: number
}

interface Plan {
  readonly seed: number
  readonly steps: StepFaults
  /** Milliseconds of virtual time until which faults happen: what can heal has time to. */
  readonly until: number
  /** The only faults that happen, by their names; chance decides when left out. */
  readonly only?: ReadonlySet<string> | undefined
  readonly elapsed: () => number
}

/**
 * Which faults happen: decided for each place by itself, from the seed and the place's name. So a fault that is left out leaves all
 * others as they were, and a day can be lived again with some of them.
 */
export class Faults {
  readonly #plan: Plan
  readonly happened: InjectedFault[] = []
  /** The request that is being answered, or the attempt that is being made. */
  place = ""

  constructor(plan: Plan) {
    this.#plan = plan
  }

  /** Whether a fault that fits a request or an attempt happens to it. One that always happens is a part of the day. */
  readonly toss = (fault: Fault, what: FaultableRequest | FaultableAttempt): boolean => {
    if (fault.probability >= 1) return true
    const place = "deliveryId" in what ? `delivery ${what.deliveryId}, attempt ${what.attempt}` : this.place
    return place !== "" && this.#happens(`${place}: ${describe(fault)}`, fault.probability)
  }

  /** Whether something happens at a step of a process. */
  strikes(kind: keyof StepFaults, place: string): boolean {
    const probability = this.#plan.steps[kind]
    return probability > 0 && this.#happens(`${place}: ${stepNames[kind]}`, probability)
  }

  #happens(name: string, probability: number): boolean {
    const { seed, until, only, elapsed } = this.#plan
    const at = elapsed()
    if (only === undefined ? at > until || chanceOf(seed, name) >= probability : !only.has(name)) return false
    this.happened.push({ name, at })
    return true
  }
}

const stepNames: Readonly<Record<keyof StepFaults, string>> = {
  crash: "crash",
  revoke: "the key is revoked, and renewed",
  jump: "the clock jumps",
}

/** What a fault does, in a few words. */
function describe(fault: Fault): string {
  if (fault.on === "delivery") {
    const { drop, delay_ms, duplicate, reorder, signature } = fault
    if (drop !== undefined) return drop === "before" ? "lost" : "its answer is lost"
    if (duplicate !== undefined) return `arrives ${duplicate + 1} times`
    if (signature !== undefined) return signature === "old" ? "stale" : `signed amiss (${signature})`
    return reorder ? "overtaken" : `${delay_ms} ms late`
  }
  const { status, drop, cut_at, latency_ms, headers } = fault
  if (drop !== null) return drop === "before" ? "cut before the write" : "answer lost after the write"
  if (status !== null) return `${status}${headers?.["Retry-After"] === "" ? " without Retry-After" : ""}`
  if (cut_at !== undefined) return "cut in the midst of the answer"
  return latency_ms === null ? "answered amiss" : `${latency_ms} ms late`
}
