import type { EventMaker } from "./event-maker.ts"
import type { Answer, ProbeRequest } from "./send.ts"

/** The expected responses to a probe. */
export interface Expectation {
  /** Maximum milliseconds for a response. */
  readonly within: number
  /** The problem with a response, as a phrase that follows "It"; undefined if it is right. */
  readonly wrong: (answer: Answer) => string | undefined
  /** The problem with all responses together. */
  readonly together?: (answers: readonly Answer[]) => string | undefined
}

/** One line of the check: the requests, the expected responses, and the advice if it fails. */
export interface Probe {
  readonly name: string
  /** The requirement, as a statement about the receiver. */
  readonly says: string
  /** The requests, sent one after another or, with `atOnce`, all at once. */
  readonly requests: (make: EventMaker) => readonly ProbeRequest[]
  readonly atOnce?: true
  readonly expect: Expectation
  /** Expected number of events with an effect; undefined if effects do not matter. */
  readonly effects?: number
  /** Advice if the line fails. */
  readonly wayOut: string
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

/** The same expectation for each response. */
function each(within: number, isRight: (answer: Answer) => boolean | undefined): Expectation {
  return { within, wrong: (answer) => (isRight(answer) ? undefined : answerText(answer)) }
}

const isIn = ({ status = 0 }: Answer, hundred: number) => Math.floor(status / 100) === hundred

/** The response as a phrase that follows "It". */
export function answerText({ status, location, error, isCut }: Answer): string {
  if (isCut) return "closed the connection without an answer"
  if (status === undefined) return `gave no answer: ${error}`
  return `answered ${status}${location === undefined ? "" : ` to ${location}`}`
}

export const taken = each(ackTime, (answer) => isIn(answer, 2))

/** Expects 2xx or a status that asks for a retry, and at least one 2xx. */
export const takenOnce: Expectation = {
  ...each(ackTime, (answer) => isIn(answer, 2) || [409, 425, 429, 503].includes(answer.status ?? 0)),
  together: (answers) => (answers.some((answer) => isIn(answer, 2)) ? undefined : "acknowledged none of them"),
}

export const refused = each(quickly, (answer) => isIn(answer, 4))

/** Expects 4xx or a closed connection: a server may refuse too large requests before they reach the program. */
export const refusedOrCut = each(quickly, (answer) => isIn(answer, 4) || answer.isCut)

/** Expects 413, or a connection closed before everything is read. */
export const tooLarge = each(ackTime, (answer) => answer.status === 413 || answer.isCut)

export const notHandled = each(quickly, (answer) => !isIn(answer, 2) && !answer.isLate)

export const takenAtLast: Expectation = {
  within: ackTime,
  wrong: () => undefined,
  together(answers) {
    const last = answers.at(-1)
    return last === undefined || isIn(last, 2) ? undefined : `${answerText(last)} to the valid request`
  },
}
