import * as z from "zod"
import { globMatcher } from "../base/glob.ts"
import type { DeliveryFault, RequestFault } from "../base/models.gen.ts"
import { Random } from "../base/random.ts"
import { distinct, untilLast } from "./distinct.ts"
import { Fault, type FaultRule } from "./fault-rules.ts"
import { RuleList } from "./rule-list.ts"

/** The facts of a request before it is answered. */
export interface FaultableRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly idempotencyKey: string | undefined
  /** The request's token, and the token's kind if it is known; `none` without a token. */
  readonly credential: readonly string[]
  /** The body as sent; omitted if no fault needs it. */
  readonly text: string | undefined
}

/** The facts of a webhook attempt before it is sent. */
export interface FaultableAttempt {
  readonly webhookId: number
  readonly eventType: string
  readonly deliveryId: number
  /** The number of the attempt within its delivery, from 1. */
  readonly attempt: number
}

/** Decides whether a matching fault happens; replaces the random numbers. */
export type RandomDecision = (fault: Fault, what: FaultableRequest | FaultableAttempt) => boolean

export const RandomState = z.tuple([z.int(), z.int(), z.int(), z.int()]).readonly()
export const FaultsState = z
  .strictObject({
    lastId: z.int().min(0),
    faults: z
      .array(Fault)
      .check(distinct("id", ({ id }) => id))
      .readonly(),
    chance: RandomState.optional(),
    held: z.array(z.int()).readonly().optional(),
  })
  .check(untilLast(({ faults }) => faults))
interface FaultsState extends Readonly<z.infer<typeof FaultsState>> {}

/** Injected faults: those added by a test, in order, then those of a profile. */
export class Faults extends RuleList<Fault> {
  /** The random numbers of a profile with its own seed. */
  #chance: Random | undefined
  #held: readonly number[] = []

  constructor(private readonly decide?: RandomDecision) {
    super()
  }

  add(rule: FaultRule): Fault {
    const fault: Fault = { id: ++this.lastId, ...rule, fired: 0 }
    const end = fault.profile === undefined ? this.rules.findIndex(({ profile }) => profile !== undefined) : -1
    this.rules.splice(end < 0 ? this.rules.length : end, 0, fault)
    this.changed()
    return fault
  }

  get isEmpty(): boolean {
    return this.rules.length === 0
  }

  override clear(): void {
    this.#chance = undefined
    super.clear()
  }

  /** Replaces the faults of the previous profile. With a seed, the profile has its own random numbers. */
  setProfile(rules: readonly FaultRule[], seed: number | undefined): void {
    this.rules = this.rules.filter(({ profile }) => profile === undefined)
    this.#chance = seed === undefined ? undefined : new Random(seed)
    this.changed()
    for (const rule of rules) this.add(rule)
  }

  /** True if a fault for this method and path matches on the body. */
  asksForBody(method: string, url: string): boolean {
    return this.rules.some(
      (fault) => fault.on === "request" && fault.contains !== undefined && this.#fitsPlace(fault, method, url),
    )
  }

  takeForRequest(random: Random, request: FaultableRequest): RequestFault | undefined {
    const fits = (fault: Fault): fault is RequestFault => fault.on === "request" && this.#fits(fault, request)
    return this.#take(random, request, fits)
  }

  takeForAttempt(random: Random, attempt: FaultableAttempt): DeliveryFault | undefined {
    const { webhookId, eventType } = attempt
    return this.#take(
      random,
      attempt,
      (fault): fault is DeliveryFault =>
        fault.on === "delivery" &&
        (fault.webhook_id === null || fault.webhook_id === webhookId) &&
        fitsGlob(fault.event_type, eventType),
    )
  }

  /** The deliveries that are held until another one overtakes them. */
  get held(): readonly number[] {
    return this.#held
  }

  hold(deliveryId: number): void {
    this.#held = [...this.#held, deliveryId]
    this.changed()
  }

  /** Releases a held delivery; returns whether it was held. */
  release(deliveryId: number): boolean {
    if (!this.#held.includes(deliveryId)) return false
    this.#held = this.#held.filter((id) => id !== deliveryId)
    this.changed()
    return true
  }

  dump(): FaultsState {
    return {
      lastId: this.lastId,
      // Parsed for the schema's field order, so that a restored snapshot has the same bytes.
      faults: this.rules.map((fault) => Fault.parse(fault)),
      ...(this.#chance === undefined ? {} : { chance: this.#chance.dump() }),
      ...(this.#held.length === 0 ? {} : { held: [...this.#held] }),
    }
  }

  load({ lastId, faults, chance, held: heldDeliveries = [] }: FaultsState): void {
    this.lastId = lastId
    this.rules = [...faults]
    this.#chance = chance && new Random(0)
    if (chance !== undefined) this.#chance?.load(chance)
    this.#held = [...heldDeliveries]
    this.changed()
  }

  #take<F extends Fault>(
    random: Random,
    what: FaultableRequest | FaultableAttempt,
    fits: (fault: Fault) => fault is F,
  ): F | undefined {
    let chosen: F | undefined
    for (let at = 0; at < this.rules.length; at++) {
      const fault = this.rules[at]
      if (fault === undefined || !fits(fault)) continue
      const seenCount = fault.from === undefined ? undefined : (fault.seen ?? 0) + 1
      const isTaken = chosen === undefined && this.#isDue(fault, seenCount) && this.#happens(random, fault, what)
      if (seenCount === undefined && !isTaken) continue
      const counted = {
        ...fault,
        ...(seenCount === undefined ? {} : { seen: seenCount }),
        fired: fault.fired + (isTaken ? 1 : 0),
      }
      this.rules[at] = counted
      this.changed()
      // Later faults only count the match.
      if (isTaken) chosen = counted
    }
    return chosen
  }

  #isDue({ times, fired, from }: Fault, seenCount = Number.POSITIVE_INFINITY): boolean {
    return (times === null || fired < times) && (from === undefined || seenCount >= from)
  }

  #happens(random: Random, fault: Fault, what: FaultableRequest | FaultableAttempt): boolean {
    if (this.decide !== undefined) return this.decide(fault, what)
    const chance = fault.profile === undefined ? random : (this.#chance ?? random)
    return fault.probability >= 1 || chance.fraction() < fault.probability
  }

  #fits(fault: RequestFault, { method, url, idempotencyKey, credential, text }: FaultableRequest): boolean {
    return (
      this.#fitsPlace(fault, method, url) &&
      (fault.credential === undefined || credential.includes(fault.credential)) &&
      (fault.key === undefined || (idempotencyKey !== undefined && fitsGlob(fault.key, idempotencyKey))) &&
      (fault.query === undefined || this.#fitsQuery(fault.query, url)) &&
      (fault.contains === undefined || text?.includes(fault.contains) === true)
    )
  }

  #fitsPlace({ method, path }: RequestFault, actualMethod: string, url: string): boolean {
    // A CORS preflight: a fault without a method is meant for the request that follows.
    const fitsMethod = method === null ? actualMethod !== "OPTIONS" : method === actualMethod
    return fitsMethod && (path === null || fitsGlob(path, pathOf(url)))
  }

  #fitsQuery(pairs: Readonly<Record<string, string>>, url: string): boolean {
    const query = new URLSearchParams(url.slice(pathOf(url).length))
    return Object.entries(pairs).every(([name, glob]) => query.getAll(name).some((value) => fitsGlob(glob, value)))
  }
}

/** Null matches any text. */
const fitsGlob = (glob: string | null, text: string): boolean => glob === null || globMatcher(glob)(text)

const pathOf = (url: string) => url.split("?", 1)[0] ?? ""
