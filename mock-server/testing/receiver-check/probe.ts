import type { EventMaker } from "./event-maker.ts"
import type { ReceiverLine } from "./report.ts"
import type { ProbeRequest, ProbeResponse } from "./send.ts"

/** The expected responses to a probe. Problems are phrases that follow "It". */
export interface Expectation {
  /** Maximum milliseconds for a response. */
  readonly within: number
  /** What loses events, or lets forged ones in; undefined if the response is right. */
  readonly wrong: (response: ProbeResponse) => string | undefined
  /** What works, but could be better. */
  readonly unwise?: (response: ProbeResponse) => string | undefined
  /** The problem with all responses together. */
  readonly together?: (responses: readonly ProbeResponse[]) => string | undefined
}

/** One line of the check: the requests, the expected responses, and the advice if it fails. */
export interface Probe {
  readonly name: string
  /** The requirement, as a statement about the receiver. */
  readonly requirement: string
  /** `should`: a receiver may do without it. `must` when omitted. */
  readonly level?: ReceiverLine["level"]
  /** The requests, sent one after another or, with `atOnce`, all at once. */
  readonly requests: (make: EventMaker) => readonly ProbeRequest[]
  readonly atOnce?: true
  readonly expect: Expectation
  /** Expected number of events with an effect; undefined if effects do not matter. */
  readonly effects?: number
  /** Advice if the line fails. */
  readonly fix: string
  /** Makes the receiver's work fail once before the first request. Skipped without `breakWork`. */
  readonly breaksWork?: true
}

/** A probe in a list with a common expectation. */
export type UsualProbe = Omit<Probe, "expect"> & Partial<Pick<Probe, "expect">>

export const expecting = (expect: Expectation, probes: readonly UsualProbe[]): readonly Probe[] =>
  probes.map((probe) => ({ expect, ...probe }))

/** The service's timeout. Spec: Acknowledgement, retries, duplicates. */
const ackTime = 10_000
/** Milliseconds for requests with an invalid signature: they must be cheap to refuse. */
const quickly = 5_000

type Condition = (response: ProbeResponse) => boolean | undefined
const unless = (isRight: Condition) => (response: ProbeResponse) =>
  isRight(response) ? undefined : responseText(response)

const isIn = ({ status = 0 }: ProbeResponse, hundred: number) => Math.floor(status / 100) === hundred

/** The response as a phrase that follows "It". */
export function responseText({ status, location, error, isCut }: ProbeResponse): string {
  if (isCut) return "closed the connection without a response"
  if (status === undefined) return `gave no response: ${error}`
  return `responded with ${status}${location === undefined ? "" : ` to ${location}`}`
}

const isTaken: Condition = (response) => isIn(response, 2)

export const accepted: Expectation = { within: ackTime, wrong: unless(isTaken) }

/** Expects at least one 2xx: the service repeats the rest, best after a status that asks for it. */
export const takenOnce: Expectation = {
  within: ackTime,
  wrong: () => undefined,
  unwise: unless((response) => isTaken(response) || [409, 425, 429, 503].includes(response.status ?? 0)),
  together: (responses) => (responses.some((response) => isIn(response, 2)) ? undefined : "acknowledged none of them"),
}

/** A forged request must not be acknowledged; `isBest` says how it is refused best. */
const refusal = (within: number, isBest: Condition): Expectation => ({
  within,
  wrong: unless((response) => !isTaken(response)),
  unwise: unless(isBest),
})

export const rejected = refusal(quickly, (response) => isIn(response, 4) || response.isCut)

/** Of a body with a valid signature: to the service a cut connection looks like an outage. */
export const refusedByStatus = refusal(quickly, (response) => isIn(response, 4))

/** Expects 413, or a refusal before everything is read. */
export const tooLarge = refusal(
  ackTime,
  (response) => response.status === 413 || response.isCut || (isIn(response, 4) && !response.isWhole),
)

export const notHandled: Expectation = {
  within: quickly,
  wrong: unless((response) => !isTaken(response) && !response.isLate),
}

export const acceptedEventually: Expectation = {
  within: ackTime,
  wrong: () => undefined,
  together(responses) {
    const last = responses.at(-1)
    return last === undefined || isTaken(last) ? undefined : `${responseText(last)} to the valid request`
  },
}
