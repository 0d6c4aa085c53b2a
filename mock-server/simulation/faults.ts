import type { StepFaults } from "../world/fault-profiles.ts"
import type { Fault } from "../world/fault-rules.ts"
import type { Toss } from "../world/faults.ts"
import type { DayLog } from "./log.ts"

/** A number from 0 to below 1: always the same for one seed and one text, and another for any other. */
export function chanceOf(seed: number, about: string): number {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < about.length; at++) hash = Math.imul(hash ^ about.charCodeAt(at), 0x01000193)
  // Without this, neighbours stay near to each other.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** Milliseconds by the same rule. */
export const timeOf = (seed: number, about: string, least: number, most: number): number =>
  least + Math.floor(chanceOf(seed, about) * (most - least + 1))

interface Plan {
  readonly seed: number
  readonly steps: StepFaults
  /** Milliseconds of the day until which faults happen: what can heal has time to. */
  readonly until: number
  /** The only faults that happen, by their names; chance decides when left out. */
  readonly only?: ReadonlySet<string> | undefined
  readonly elapsed: () => number
  readonly log: DayLog
}

/**
 * Which faults happen: decided for each place by itself, from the seed and the place's name. So one that is left out leaves all
 * others as they were, and a day can be lived again with some of them.
 */
export class DayFaults {
  readonly #plan: Plan
  /** The names of those that happened: where, and what. */
  readonly happened: string[] = []
  /** The request that is being answered. */
  place = ""

  constructor(plan: Plan) {
    this.#plan = plan
  }

  /** Whether a fault of the world happens to what it fits. One that always happens is a part of the day, and never left out. */
  readonly toss: Toss = (fault, what) => {
    const place = "deliveryId" in what ? `delivery ${what.deliveryId}, attempt ${what.attempt}` : this.place
    // What the day itself asks of its world.
    if (place === "") return false
    const name = `${place}: ${describe(fault)}`
    if (fault.probability < 1 && !this.#happens(name, fault.probability)) return false
    this.#plan.log.add("fault", "fault", () => name)
    return true
  }

  /** Whether something happens at a step of a process. */
  strikes(kind: keyof StepFaults, place: string): boolean {
    const probability = this.#plan.steps[kind]
    return probability > 0 && this.#happens(`${place}: ${stepNames[kind]}`, probability)
  }

  #happens(name: string, probability: number): boolean {
    const { seed, until, only, elapsed } = this.#plan
    const happens = only?.has(name) ?? (elapsed() <= until && chanceOf(seed, name) < probability)
    if (happens) this.happened.push(name)
    return happens
  }
}

const stepNames: Readonly<Record<keyof StepFaults, string>> = {
  crash: "crash",
  revoke: "the key is revoked, and there is another",
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
  const { status, drop, cut_at, drip_ms, latency_ms, headers } = fault
  if (drop !== null) return drop === "before" ? "cut before the write" : "answer lost after the write"
  if (status !== null) return `${status}${headers?.["Retry-After"] === "" ? " without Retry-After" : ""}`
  if (cut_at !== undefined) return "cut in the midst of the answer"
  if (drip_ms !== undefined) return "its answer drips"
  return latency_ms === null ? "answered amiss" : `${latency_ms} ms late`
}
