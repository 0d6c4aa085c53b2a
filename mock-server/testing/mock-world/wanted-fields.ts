import { contract, listEndpoints } from "../../../sdk/contract/index.ts"
import { webhookEventTypes } from "../../../sdk/contract/models/webhook-event-types.ts"
import { messageStatuses } from "../../control/messages.ts"
import { matcherOf, type Wanted } from "../../control/nearest-miss.ts"
import { MessageRow } from "../../resources/messages/table.ts"

/** The fields of a kind of record, each with its possible values if they are few. */
interface RecordFields {
  /** With its article, such as `a message`. */
  readonly what: string
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>
  /** Where to look for what is no value of a field. */
  readonly advice?: Readonly<Record<string, string>>
}

const withoutValues = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]))

export const messageFields: RecordFields = {
  what: "a message",
  fields: {
    ...withoutValues([...Object.keys(MessageRow.shape), "link", "code"]),
    channel: ["email", "sms"],
    status: messageStatuses,
  },
  advice: {
    status:
      'A bounced message was sent: ask for status_reason_code: "hard_bounce". Deliveries, opens and clicks are events, never a status: expect.delivery({ event_type: "email.delivered" }), or the timeline of the message.',
  },
}

export const deliveryFields: RecordFields = {
  what: "a delivery attempt",
  fields: {
    ...withoutValues(["id", "webhook_id", "delivery_id", "event_id", "attempt", "sent_at", "url"]),
    ...withoutValues(["response_status", "error", "duration_ms", "message_id"]),
    event_type: webhookEventTypes,
  },
}

export const requestFields: RecordFields = {
  what: "a request",
  fields: {
    ...withoutValues(["id", "time", "method", "path", "query", "status", "duration_ms", "credential_kind"]),
    ...withoutValues(["shown_credential", "account_id", "brand_id", "idempotency_key", "fault_id", "warning", "rule"]),
    endpoint: listEndpoints(contract).map(({ name }) => name),
  },
}

/** Throws a TypeError for a condition that no record can meet: a test that expects none would always pass. */
export function refuseImpossible({ what, fields, advice = {} }: RecordFields, filters: Wanted): void {
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue
    if (!Object.hasOwn(fields, name)) {
      throw new TypeError(`${capitalized(what)} has no ${name}, but ${Object.keys(fields).join(", ")}`)
    }
    // As from a test's variable that was never filled.
    if (name === "to" && typeof value === "string" && value.trim() === "") {
      throw new TypeError(`The to of ${what} is never empty`)
    }
    if (name === "to" && typeof value !== "string" && !(value instanceof RegExp)) {
      throw new TypeError(`The to of ${what} is an address or number as text, or a regular expression`)
    }
    const values = fields[name]
    const fits = matcherOf({ value })
    if (values === undefined || value === null || values.some((each) => fits({ value: each }))) continue
    const hint = advice[name] === undefined ? "" : ` ${advice[name]}`
    throw new TypeError(`The ${name} of ${what} is never ${value}, but one of ${values.join(", ")}.${hint}`)
  }
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

type FilterType = "string" | "number" | "boolean" | readonly string[]

/** The filters of the control call for each kind of record, with the type of their values, or the values. */
export const messageFilters = {
  to: "string",
  subject: "string",
  channel: ["email", "sms"],
  status: messageStatuses,
  status_reason_code: "string",
  link: "string",
  code: "boolean",
  brand_id: "number",
} as const satisfies Readonly<Record<string, FilterType>>
export const deliveryFilters = {
  webhook_id: "number",
  event_id: "string",
  event_type: "string",
  message_id: "number",
  url: "string",
  attempt: "number",
  response_status: "number",
} as const satisfies Readonly<Record<string, FilterType>>
export const requestFilters = {
  path: "string",
  query: "string",
  endpoint: "string",
  credential_kind: "string",
  idempotency_key: "string",
  status: "number",
} as const satisfies Readonly<Record<string, FilterType>>

interface Types {
  readonly string: string
  readonly number: number
  readonly boolean: boolean
}
type ValueOf<T extends FilterType> = T extends keyof Types ? Types[T] : T extends readonly (infer V)[] ? V : never

/** Splits conditions into filters of a control call and the rest, such as regular expressions, which only this process can test. */
export function splitWanted<const F extends Readonly<Record<string, FilterType>>>(expected: Wanted, types: F) {
  const filters: Record<string, unknown> = {}
  const rest: Record<string, Wanted[string]> = {}
  for (const [name, value] of Object.entries(expected)) {
    if (value === undefined) continue
    const type = types[name]
    if (typeof type === "object" ? type.some((each) => each === value) : typeof value === type) filters[name] = value
    else rest[name] = value
  }
  return { filters: filters as { readonly [K in keyof F]?: ValueOf<F[K]> }, rest }
}
