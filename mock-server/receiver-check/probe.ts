import type { EventMaker } from "./event-maker.ts"
import type { Answer, ProbeRequest } from "./send.ts"

/** What the answers to a probe must be. */
export interface Expectation {
  /** Milliseconds that an answer may take. */
  readonly within: number
  /** What is wrong with an answer, in words that follow "the receiver"; undefined where nothing is. */
  readonly wrong: (answer: Answer) => string | undefined
  /** What is wrong with all of them together. */
  readonly together?: (answers: readonly Answer[]) => string | undefined
}

/** One line of the check: what is sent, what must come back, and what to do where it does not. */
export interface Probe {
  readonly name: string
  /** What holds, as a fact about the receiver. */
  readonly says: string
  /** One after the other, or all at once. */
  readonly requests: (make: EventMaker) => readonly ProbeRequest[]
  readonly atOnce?: true
  readonly expect: Expectation
  /** How many events take effect; undefined where that is not judged. */
  readonly effects?: number
  /** What to say where the count of effects is not as it must be. */
  readonly wayOut: string
  /** Makes the receiver's work fail once before the first request. Skipped where the check was given no way to do that. */
  readonly breaksWork?: true
}

/** A probe of a list in which most expect the same. */
export type UsualProbe = Omit<Probe, "expect"> & Partial<Pick<Probe, "expect">>

export const expecting = (expect: Expectation, probes: readonly UsualProbe[]): readonly Probe[] =>
  probes.map((probe) => ({ expect, ...probe }))

/** The service waits this long. Spec: Acknowledgement, retries, duplicates. */
const ackTime = 10_000
/** What is not signed rightly must cost the receiver nothing. */
const quickly = 5_000

/** Expects the same of each answer. */
function each(within: number, isRight: (answer: Answer) => boolean | undefined): Expectation {
  return { within, wrong: (answer) => (isRight(answer) ? undefined : answerText(answer)) }
}

const isIn = ({ status = 0 }: Answer, hundred: number) => Math.floor(status / 100) === hundred

/** What came back, in words that follow "the receiver". */
export function answerText({ status, location, error, isCut }: Answer): string {
  if (isCut) return "closed the connection without an answer"
  if (status === undefined) return `gave no answer: ${error}`
  return `answered ${status}${location === undefined ? "" : ` to ${location}`}`
}

export const taken = each(ackTime, (answer) => isIn(answer, 2))

/** 2xx, or an answer that asks for a later attempt; one at least is 2xx. */
export const takenOnce: Expectation = {
  ...each(ackTime, (answer) => isIn(answer, 2) || [409, 425, 429, 503].includes(answer.status ?? 0)),
  together: (answers) => (answers.some((answer) => isIn(answer, 2)) ? undefined : "acknowledged none of them"),
}

export const refused = each(quickly, (answer) => isIn(answer, 4))

/** 4xx, or a connection that is closed: what is too much for the server never reaches the program. */
export const refusedOrCut = each(quickly, (answer) => isIn(answer, 4) || answer.isCut)

/** 413, or a connection that is closed before all is read. */
export const tooLarge = each(ackTime, (answer) => answer.status === 413 || answer.isCut)

export const notHandled = each(quickly, (answer) => !isIn(answer, 2) && !answer.isLate)

export const takenAtLast: Expectation = {
  within: ackTime,
  wrong: () => undefined,
  together(answers) {
    const last = answers.at(-1)
    return last === undefined || isIn(last, 2) ? undefined : `${answerText(last)} to the right one`
  },
}
