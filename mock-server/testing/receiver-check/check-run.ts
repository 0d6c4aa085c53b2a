import { hostClock } from "../../base/host.ts"
import { type Effects, withTimeout } from "./effects.ts"
import type { EventMaker } from "./event-maker.ts"
import { accepted, type Expectation, type Probe, responseText } from "./probe.ts"
import { type ReceiverReport, ReportLines } from "./report.ts"
import { isOfOtherType, orderProbes, rightProbes } from "./right-probes.ts"
import { type ProbeRequest, type ProbeResponse, send } from "./send.ts"
import { slowProbes } from "./slow-probes.ts"
import { oddProbes, wrongProbes } from "./wrong-probes.ts"

interface CheckParts {
  readonly url: URL
  readonly make: EventMaker
  /** The deadline of the check, by the host's `elapsed`. */
  readonly end: number
  readonly effects: Effects | undefined
  readonly breakWork: (() => unknown) | undefined
}

/** Milliseconds before the deadline after which no request is started. */
const minLimit = 250
/** Number of concurrent probes when effects are not counted. */
const atOnce = 8
/** Milliseconds to wait for the effect of the first event, then of each further type. */
const firstEffect = [2_500, 400] as const

const first = {
  name: "signed",
  requirement: "It acknowledges an event with a valid signature.",
  fix: "Is the address right, and does the receiver have the endpoint's secret (base64-decode what follows whsec_)? Is its clock right? Does something read or change the body before it is verified?",
}
const redirects = {
  name: "no-redirect",
  requirement: "It responds without a redirect.",
  fix: "The service does not follow redirects: each is a failed attempt. Register the final address, and exclude its path from login, trailing-slash and http-to-https redirects.",
}
const noEffect = {
  name: "no-effect",
  requirement: "Refused requests have no effect.",
  fix: "Verify the signature before anything else.",
}
const alive = {
  name: "still-there",
  requirement: "It still acknowledges events after all other checks.",
  fix: "One of the checks crashed or blocked it: look at its log, and catch errors in the handler.",
}
const constantTime = {
  name: "constant-time",
  requirement: "It compares signatures in constant time.",
  fix: "Use crypto.timingSafeEqual, hmac.compare_digest, hmac.Equal, hash_equals, or verifyWebhook.",
}
const noTime = "give more time, --timeout (timeout)"
const noWork = "give --break-work (breakWork), which makes the work fail once, and --effect (effect)"
const noResponse = "there was no response"

/** The order of the lines, independent of which probe ended first. */
const order = [
  first,
  ...rightProbes,
  ...orderProbes,
  ...wrongProbes,
  ...oddProbes,
  noEffect,
  ...slowProbes,
  alive,
  redirects,
].map(({ name }) => name)

export class CheckRun {
  readonly #lines = new ReportLines()
  readonly #began = hostClock.elapsed()
  #effects: Effects | undefined
  /** How much one event increases the count of effects. */
  #growth = 1
  #redirect: (ProbeResponse & { readonly isOfEvent: boolean }) | undefined
  /** Why effects are not counted. */
  #noCount = "give --effect (effect), which counts what the receiver did"
  /** True if the first event's effect was there when it was acknowledged: no queue does the work later. */
  #worksFirst = false

  constructor(private readonly parts: CheckParts) {
    this.#effects = parts.effects
  }

  async all(slow: boolean): Promise<ReceiverReport> {
    const isThere = await this.#reach()
    if (isThere) {
      await this.#probes(rightProbes.filter((probe) => !isOfOtherType(probe, this.parts.make.types)))
      const [breaking, others] = [
        orderProbes.filter((probe) => probe.breaksWork),
        orderProbes.filter((probe) => !probe.breaksWork),
      ]
      await this.#probes(others)
      await this.#probes(breaking)
      await this.#wrong()
      await this.#probes(oddProbes)
      if (slow) for (const probe of slowProbes) await this.#probe(probe)
      await this.#probe({ ...alive, requests: (make) => [make.fresh()], expect: accepted, effects: 1 })
      if (this.#redirect === undefined) this.#lines.say("passed", redirects)
      else {
        const level = this.#redirect.isOfEvent ? "must" : "should"
        this.#lines.say("failed", { ...redirects, level }, `It ${responseText(this.#redirect)}.`)
      }
      this.#lines.say("unknown", constantTime, "it cannot be observed from outside")
    }
    return this.#lines.report(this.parts.url.href, hostClock.elapsed() - this.#began, order)
  }

  /** The count once the work of earlier events is done: a queue does it after the response. */
  async #countBefore(effects: Effects | undefined): Promise<number | undefined> {
    return this.#worksFirst ? effects?.count() : effects?.quiet()
  }

  get #left(): number {
    return this.parts.end - hostClock.elapsed()
  }

  /** Sends the first event; false if there is no response. If effects are counted, finds an event type that has one. */
  async #reach(): Promise<boolean> {
    const { make } = this.parts
    const before = await this.#effects?.count()
    const [response] = (await this.#send([make.fresh()], accepted)) ?? []
    if (response === undefined || (response.status === undefined && !response.isCut)) {
      const reason = response ? `It gave no response: ${response.error}.` : `It was not tried: ${noTime}.`
      this.#lines.say("failed", first, reason)
      for (const probe of [...rightProbes, ...orderProbes, ...wrongProbes, ...oddProbes])
        this.#lines.say("unknown", probe, response ? noResponse : noTime)
      return false
    }
    const wrong = accepted.wrong(response)
    if (wrong) this.#lines.say("failed", first, `It ${wrong}.`)
    else this.#lines.say("passed", first)
    if (before !== undefined && !wrong) await this.#findType(before)
    return true
  }

  /** Finds an event type with an effect: many receivers handle only a few types. */
  async #findType(before: number): Promise<void> {
    const { make } = this.parts
    const effects = this.#effects
    if (effects === undefined) return
    this.#worksFirst = (await effects.count()) > before
    let counted = await effects.settled(before + 1, hostClock.elapsed() + firstEffect[0])
    for (const type of make.types) {
      if (counted > before || type === make.type) break
      make.type = type
      await this.#send([make.fresh()], accepted)
      counted = await effects.settled(before + 1, hostClock.elapsed() + firstEffect[1])
    }
    if (counted > before) {
      this.#growth = (await effects.quiet()) - before
      if (this.#growth > 1 || make.type !== make.mainType) await this.#growthAgain(effects)
      return
    }
    this.#effects = undefined
    make.type = make.mainType
    this.#noCount = "the count of --effect (effect) does not grow with events"
    const about = { name: "effect", requirement: "The count of effects grows with events." }
    this.#lines.say("unknown", about, "it did not change for any type: does it count the receiver's effects?")
  }

  /** Measures again and keeps the smaller growth: other work may have been counted with the first event. */
  async #growthAgain(effects: Effects): Promise<void> {
    const before = await effects.count()
    await this.#send([this.parts.make.fresh()], accepted)
    await effects.settled(before + 1, hostClock.elapsed() + firstEffect[1])
    const growth = (await effects.quiet()) - before
    if (growth > 0) this.#growth = Math.min(this.#growth, growth)
  }

  /** Runs probes one after another if effects are counted, else concurrently. */
  async #probes(probes: readonly Probe[]): Promise<void> {
    await inPool(probes, this.#effects === undefined ? atOnce : 1, (probe) => this.#probe(probe))
  }

  async #probe(probe: Probe): Promise<void> {
    const effects = probe.effects === undefined ? undefined : this.#effects
    if (probe.breaksWork) {
      if (this.parts.breakWork === undefined || this.#effects === undefined) {
        return this.#lines.say("unknown", probe, this.parts.breakWork === undefined ? noWork : this.#noCount)
      }
      await withTimeout("breakWork", this.parts.breakWork)
    }
    const before = await this.#countBefore(effects)
    const responses = await this.#send(probe.requests(this.parts.make), probe.expect, probe.atOnce)
    if (responses === undefined) return this.#lines.say("unknown", probe, noTime)
    const problem = problemOf(probe.expect, responses)
    if (problem !== undefined) return this.#lines.say("failed", probe, `It ${problem}.`)
    if (responses.some((response) => isCutShort(response, probe.expect)))
      return this.#lines.say("unknown", probe, noTime)
    const advice = adviceOf(probe.expect, responses)
    const hold = () =>
      advice === undefined
        ? this.#lines.say("passed", probe)
        : this.#lines.say("failed", { ...probe, level: "should" }, `It ${advice}.`)
    if (effects === undefined || before === undefined) {
      const isAboutEffect = orderProbes.includes(probe)
      return isAboutEffect ? this.#lines.say("unknown", probe, this.#noCount) : hold()
    }
    const effectCount = (probe.effects ?? 0) * this.#growth
    const grown = (await effects.settled(before + effectCount, this.parts.end)) - before
    // A duplicate effect may come a moment later.
    const total = grown < effectCount || !orderProbes.includes(probe) ? grown : (await effects.quiet()) - before
    if (total === effectCount) return hold()
    const isAcknowledged = responses[0] !== undefined && accepted.wrong(responses[0]) === undefined
    if (probe.breaksWork && total === 0 && isAcknowledged && !this.#worksFirst) {
      return this.#lines.say("unknown", probe, "it works after it acknowledged, and may repeat its work later")
    }
    this.#lines.say("failed", probe, `It ${effectText(responses, total / this.#growth, probe.effects ?? 0)}.`)
  }

  /** Sends all forged requests at once. If any took effect, sends each on its own to name it. */
  async #wrong(): Promise<void> {
    const effects = this.#effects
    const before = await this.#countBefore(effects)
    await inPool(wrongProbes, atOnce, (probe) => this.#probe(probe))
    if (effects === undefined || before === undefined) {
      return this.#lines.say("unknown", noEffect, this.#noCount)
    }
    if ((await effects.quiet()) === before) {
      // Who drops forged requests in silence is right, too.
      for (const probe of wrongProbes) {
        this.#lines.advise(probe, (observation) => observation.replace(/\.$/, ", and nothing was done."))
      }
      return this.#lines.say("passed", noEffect)
    }
    for (const probe of wrongProbes) {
      const counted = await effects.count()
      const responses = await this.#send(probe.requests(this.parts.make), probe.expect)
      if (responses === undefined) break
      const grown = (await effects.quiet()) - counted
      if (grown > 0) this.#lines.say("failed", probe, `It ${effectText(responses, grown / this.#growth, 0)}.`)
    }
    this.#lines.say("failed", noEffect, "Requests that must be refused had an effect.")
  }

  /** Sends requests; undefined when no time is left. */
  async #send(
    requests: readonly ProbeRequest[],
    { within, wrong }: Expectation,
    together = false,
  ): Promise<ProbeResponse[] | undefined> {
    const responses: ProbeResponse[] = []
    const one = async (request: ProbeRequest) => {
      const response = await send(this.parts.url, request, Math.min(within, this.#left))
      const isRedirect = response.status !== undefined && response.status >= 300 && response.status < 400
      const isOfEvent = wrong(response) !== undefined
      if (request.method === "POST" && isRedirect && !this.#redirect?.isOfEvent) {
        this.#redirect = { ...response, isOfEvent }
      }
      return response
    }
    if (this.#left < minLimit) return undefined
    if (together) return Promise.all(requests.map(one))
    for (const request of requests) {
      if (this.#left < minLimit) return undefined
      responses.push(await one(request))
    }
    return responses
  }
}

/** True if the deadline of the check ended the wait for a response early. */
const isCutShort = (response: ProbeResponse, { within }: Expectation): boolean =>
  Boolean(response.isLate) && response.ms < within - 100

function problemOf(expect: Expectation, responses: readonly ProbeResponse[]): string | undefined {
  const complete = responses.filter((isComplete) => !isCutShort(isComplete, expect))
  return (
    complete.map(expect.wrong).find((wrong) => wrong !== undefined) ??
    (complete.length === responses.length ? expect.together?.(responses) : undefined)
  )
}

const adviceOf = ({ unwise = () => undefined }: Expectation, responses: readonly ProbeResponse[]): string | undefined =>
  responses.map(unwise).find((text) => text !== undefined)

function effectText(responses: readonly ProbeResponse[], times: number, effectCount: number): string {
  const last = responses.at(-1)
  const done = times === 0 ? "nothing was done" : `the work was done ${times} ${times === 1 ? "time" : "times"}`
  const instead = effectCount === 0 || times === 0 ? "" : `, not ${effectCount}`
  return `${last ? responseText(last) : "answered"}, and ${done}${instead}`
}

/** Runs work with at most `size` items at once. */
async function inPool<T>(items: readonly T[], size: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: size }, worker))
}
