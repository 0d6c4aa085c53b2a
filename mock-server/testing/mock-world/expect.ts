import { parseDuration } from "../../../sdk/contract/core/duration.ts"
import { findingText } from "../../../sdk/sending/lint/finding-text.ts"
import type { LintRule } from "../../../sdk/sending/lint/index.ts"
import type { Advance, MessageQuery } from "../../base/models.gen.ts"
import { ServiceError } from "../../base/service-error.ts"
import type { AdvanceResult } from "../../control/clock.ts"
import { controlTable as controls } from "../../control/controls.ts"
import { messageIdIn } from "../../control/deliveries.ts"
import { linkLike, needsContent, type SearchedMessage, searched } from "../../control/message-content.ts"
import { describeWanted, matcherOf, nearestMiss, nearestOf, type Wanted } from "../../control/nearest-miss.ts"
import type { MessageDetail } from "../../resources/messages/message-detail.ts"
import type { DeliveryAttempt } from "../../resources/webhooks/attempt.ts"
import type { JournalEntry } from "../../world/journal.ts"
import type { CallControl } from "./connection.ts"
import {
  deliveryFields,
  deliveryFilters,
  messageFields,
  messageFilters,
  refuseImpossible,
  requestFields,
  requestFilters,
  splitWanted,
} from "./wanted-fields.ts"

/** A case-insensitive pattern in which `*` matches any text, or a regular expression. */
export type Text = string | RegExp

/** The wanted fields of a message; all given fields must match. */
export interface WantedMessage {
  /** The recipient's address or number. */
  readonly to?: Text
  /** The subject line. */
  readonly subject?: Text
  /** E-mail or SMS. */
  readonly channel?: "email" | "sms"
  /** The message's status. */
  readonly status?: "queued" | "sent" | "failed"
  /** The reason for a failure or bounce: `hard_bounce`, `suppressed` … */
  readonly status_reason_code?: Text
  /** The brand that sent it. */
  readonly brand_id?: number
  /** A link with this address or text; `true` for any. */
  readonly link?: Text | boolean
  /** True for a message with a code, such as a sign-in code. */
  readonly code?: boolean
}

/** The wanted fields of a message, and checks of its content. */
export interface ExpectedMessage extends WantedMessage {
  /** True for a message without findings of `lintMessage`; `off` disables rules. */
  readonly clean?:
    | boolean
    | {
        /** The disabled rules. */
        readonly off: readonly LintRule[]
      }
}

/** A complete message, with the requested link's address and the requested code. */
export type FoundMessage<W extends WantedMessage> = MessageDetail &
  (W extends { readonly link: Text | true } ? { readonly link: string } : unknown) &
  (W extends { readonly code: true } ? { readonly code: string } : unknown)

/** The wanted fields of a webhook attempt; all given fields must match. */
export interface WantedDelivery {
  /** The endpoint's id. */
  readonly webhook_id?: number
  /** The type of its event, such as `email.sent`. */
  readonly event_type?: Text
  /** The id of its event: `evt_…`. */
  readonly event_id?: Text
  /** The address that it was sent to. */
  readonly url?: Text
  /** The number of the attempt within its delivery, from 1. */
  readonly attempt?: number
  /** The receiver's status; null for no response. */
  readonly response_status?: number | null
  /** The event's message. */
  readonly message_id?: number
}

/** The wanted fields of a request; all given fields must match. */
export interface WantedRequest {
  /** `GET`, `POST` and so on. */
  readonly method?: Text
  /** The path without the query. */
  readonly path?: Text
  /** The query, without the question mark. */
  readonly query?: Text
  /** The response status; null if the connection was cut. */
  readonly status?: number | null
  /** Name of the endpoint, for example `messages.send`. */
  readonly endpoint?: Text
  /** The kind of credential. */
  readonly credential_kind?: Text
  /** The header `Idempotency-Key`. */
  readonly idempotency_key?: Text
}

/** How far the world's time may advance. */
export interface Within {
  /** Milliseconds, or text such as `30s`, `2h`; one hour when left out. */
  readonly within?: number | string
}

/** An expectation did not hold. The message names the nearest miss and the field that differs. */
export class ExpectationError extends Error {
  static override readonly name = "ExpectationError"
  /** `ExpectationError`. */
  override readonly name = ExpectationError.name
}

/** The newest match of an expectation, and the newest records, for the nearest miss. */
interface Candidates<T> {
  readonly newest: () => Promise<T | undefined>
  readonly recent: (limit: number) => readonly T[] | Promise<readonly T[]>
}

/** Messages that are read at once when this process filters them. */
const pageSize = 1_000
/** Maximum runs of work at one point in time: endless traffic would loop forever. */
const maxRunsAtOnce = 50
const notMoved = "and only day.sleep moves time: sleep first, or look at messages.list() and the like in day.eventually"

/** Expectations of a world. They run due work, one due time after another, until they hold, and never sleep. */
export class WorldExpect {
  readonly #call: CallControl

  /** @internal */
  constructor(call: CallControl) {
    this.#call = call
  }

  /**
   * Returns the newest matching message in full, with `link` and `code` as text if they were requested.
   * @throws ExpectationError if there is none within the time, or if `clean` was expected and fails.
   * @example const { code } = await world.expect.message({ to: "ana@example.test", code: true })
   */
  async message<const W extends ExpectedMessage>(expected?: W, within: Within = {}): Promise<FoundMessage<W>> {
    const { clean = false, ...filters }: ExpectedMessage = { ...expected }
    refuseImpossible(messageFields, { ...filters })
    const { id } = await this.#settleUntil("message", this.#messages(filters), { ...filters }, within)
    const message = await this.#call(controls.messages.get, { params: { id } })
    if (clean) refuseWarnings(message, clean === true ? [] : clean.off)
    return { ...message, ...askedFields(message, filters) } as FoundMessage<W>
  }

  /** Returns the newest matching webhook attempt. @throws ExpectationError if there is none within the time. */
  delivery(expected: WantedDelivery = {}, within: Within = {}): Promise<DeliveryAttempt> {
    refuseImpossible(deliveryFields, { ...expected })
    const { filters, rest } = splitWanted({ ...expected }, deliveryFilters)
    const list = async (limit?: number, query: typeof filters = {}) => {
      const attempts = await this.#call(controls.deliveries.list, { query: { ...query, limit } })
      return expected.message_id === undefined ? attempts : attempts.map(withMessage)
    }
    const newest = async () => (await list(isEmpty(rest) ? 1 : undefined, filters)).findLast(matcherOf(rest))
    return this.#settleUntil("delivery attempt", { newest, recent: list }, { ...expected }, within)
  }

  /** Returns the newest matching request. @throws ExpectationError if there is none within the time. */
  request(expected: WantedRequest = {}, within: Within = {}): Promise<JournalEntry> {
    refuseImpossible(requestFields, { ...expected })
    const { filters, rest } = splitWanted({ ...expected }, requestFilters)
    const list = (limit?: number, query: typeof filters = {}) =>
      this.#call(controls.requests.list, { query: { ...query, limit } })
    const newest = async () => (await list(isEmpty(rest) ? 1 : undefined, filters)).findLast(matcherOf(rest))
    return this.#settleUntil("request", { newest, recent: list }, { ...expected }, within)
  }

  /**
   * Checks that no matching message exists or is sent within the time; no message at all when `wanted` is left out.
   * @throws ExpectationError
   */
  async nothingSent(filters: WantedMessage = {}, time: Within = {}): Promise<void> {
    const within = withinOf(time) ?? 0
    refuseImpossible(messageFields, { ...filters })
    const isMoved = await this.#advance({ by: within })
    const sent = await this.#messages(filters).newest()
    if (sent === undefined) {
      if (isMoved || durationOf(within) === 0) return
      throw new ExpectationError(`No message${describeWanted({ ...filters })} is there, ${notMoved}`)
    }
    const { id, to, subject } = sent
    throw new ExpectationError(
      `No message${describeWanted({ ...filters })} was expected, and message ${id} was sent${describeWanted({ to, subject })}`,
    )
  }

  /** All messages of the world: the server filters, but for what only this process can, such as regular expressions. */
  #messages(expected: WantedMessage): Candidates<SearchedMessage> {
    const { filters, rest } = splitWanted({ ...expected }, messageFilters)
    const { link, code, ...row } = rest
    const fits = matcherOf(row)
    const fitsContent = matcherOf({ link, code })
    const withContent = async (id: number) => searched(await this.#call(controls.messages.get, { params: { id } }))
    const list = (query: MessageQuery) => this.#call(controls.messages.list, { query })
    return {
      newest: async () => {
        if (isEmpty(rest)) return (await list({ ...filters, limit: 1 })).at(-1)
        for (let before: number | undefined; ; ) {
          const page = await list({ ...filters, before, limit: pageSize })
          for (const message of page.toReversed()) {
            if (!fits(message)) continue
            if (link === undefined && code === undefined) return message
            const detail = await withContent(message.id)
            if (fitsContent(detail)) return detail
          }
          if (page.length < pageSize) return undefined
          before = page[0]?.id
        }
      },
      recent: async (limit) => {
        const rows = await list({ limit })
        return Promise.all(
          rows.map((message) => (needsContent(message, { ...expected }) ? withContent(message.id) : message)),
        )
      },
    }
  }

  async #settleUntil<T extends { readonly id: number }>(
    what: string,
    candidates: Candidates<T>,
    filters: Wanted,
    time: Within,
  ): Promise<T> {
    const within = withinOf(time) ?? "1h"
    const begun = await this.#advance({ by: 0 })
    const until = begun && new Date(Date.parse(begun.now) + durationOf(within))
    const newestId = async () => (await candidates.recent(1)).at(-1)?.id
    for (let idleRuns = 0, now = begun?.now; ; ) {
      const newest = await candidates.newest()
      if (newest !== undefined) return newest
      const lastId = await newestId()
      const moved = until && (await this.#advance({ to: "next", until }))
      idleRuns = moved?.now === now ? idleRuns + 1 : 0
      now = moved?.now
      // Work may continue at the same time: a webhook causes a message, which causes another webhook.
      const isGoingOn = (moved?.fired ?? 0) > 0 || (await newestId()) !== lastId
      if (isGoingOn && idleRuns < maxRunsAtOnce) continue
      const recent = await candidates.recent(nearestOf)
      const when = until ? `within ${within}.` : `is there, ${notMoved}.`
      const forgotten = what === "message" ? "" : forgottenBefore(what, recent.at(-1)?.id)
      throw new ExpectationError(
        `No ${what}${describeWanted(filters)} ${when} ${nearestMiss(what, recent, filters)}${forgotten}`,
      )
    }
  }

  /** Moves time; undefined if only something else may move it, as in a simulated day. */
  async #advance(body: Advance): Promise<AdvanceResult | undefined> {
    try {
      return await this.#call(controls.clock.advance, { body })
    } catch (error) {
      if (error instanceof ServiceError && error.errorCode === "clock_not_own") return undefined
      throw error
    }
  }
}

function refuseWarnings({ id, warnings }: MessageDetail, off: readonly LintRule[]): void {
  const findings = warnings.filter(({ rule }) => !off.includes(rule))
  if (findings.length > 0)
    throw new ExpectationError([`Message ${id} is not clean:`, ...findings.map(findingText)].join("\n"))
}

/** The requested link and code. */
function askedFields(message: MessageDetail, { link, code }: WantedMessage): { link?: string; code?: string } {
  const [url, first] = [link && linkLike(message, link), message.codes[0]]
  return { ...(url && { link: url }), ...(code && first && { code: first.code }) }
}

/** Validates `within`: a misspelt option would be ignored. */
function withinOf(time: Within): Within["within"] {
  const unknown = Object.keys(time).find((name) => name !== "within")
  if (unknown === undefined) return time.within
  throw new TypeError(`Unknown option ${unknown}: pass within, such as { within: "1d" }`)
}

function durationOf(within: number | string): number {
  const ms = typeof within === "number" ? within : parseDuration(within)
  if (ms === undefined || !(ms >= 0))
    throw new TypeError("within must be milliseconds, or text such as 30s, 5m, 2h or 3d")
  return ms
}

/** The journals keep the newest 10,000: an older match would not be found. */
const journalSize = 10_000
const forgottenBefore = (what: string, newestId = 0) =>
  newestId > journalSize
    ? ` Only the newest ${journalSize} are kept: ${what}s up to ${newestId - journalSize} were not searched.`
    : ""

const isEmpty = (filters: Wanted) => Object.keys(filters).length === 0

/** An attempt with the id of its event's message. */
const withMessage = (attempt: DeliveryAttempt): DeliveryAttempt & { readonly message_id: unknown } => ({
  ...attempt,
  message_id: messageIdIn(attempt.request.body),
})
