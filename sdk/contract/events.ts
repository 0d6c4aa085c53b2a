import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { type ExactlyOneOf, exactlyOneOf } from "./core/rules.ts"
import { Email, Id, IdempotencyKey, JsonObject, recordTimes, TimestampInput } from "./core/shared.ts"

/** Something that a contact did. Spec: Contacts, lists and other groups. */
export const ContactEvent = z.looseObject({
  /** The event's id. */
  id: Id,
  /** The account that it belongs to. */
  account_id: Id,
  /** The contact who did it. */
  contact_id: Id,
  /** What happened, for example `order_placed`. */
  event: z.string(),
  /** What the caller added, at most 32 KiB as JSON. */
  data: JsonObject,
  /** What it was worth, in the caller's own currency. */
  amount: z.number().nullish(),
  /** The key that it was recorded with. */
  idempotency_key: z.string().nullish(),
  ...recordTimes,
})
export interface ContactEvent extends models.ContactEvent {}

/** A contact event's name: lower case, beginning with a letter, at most 64 characters. */
const EventName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, "must be lower-case letters, digits and underscores, such as order_placed")

const EventData = JsonObject.refine(
  (data) => new TextEncoder().encode(JSON.stringify(data)).length <= limits.eventDataBytes,
  `must not be larger than ${limits.eventDataBytes / 1024} KiB as JSON`,
)

/** Something that a contact did, to record. Names the contact by exactly one of `contact_id` and `contact_email`. */
export const TrackEvent = z
  .strictObject({
    /** The contact who did it. */
    contact_id: Id.optional(),
    /** The e-mail of a contact of the brand; capital letters do not matter. */
    contact_email: Email.optional(),
    /** What happened: lower-case letters, digits and underscores, such as `order_placed`. */
    event: EventName,
    /** Anything worth keeping, at most 32 KiB as JSON. */
    data: EventData.default({}),
    /** What it was worth, in the caller's own currency. */
    amount: z.number().optional(),
    /** Does the same as the header `Idempotency-Key`, and must equal it where both are given. */
    idempotency_key: IdempotencyKey.optional(),
  })
  .check(exactlyOneOf("contact_id", "contact_email"))
export type TrackEventFields = models.TrackEvent
/** How an event names its contact. */
export type TrackedContact = "contact_id" | "contact_email"
export type TrackEvent = Omit<TrackEventFields, TrackedContact> & ExactlyOneOf<Pick<TrackEventFields, TrackedContact>>

/** Which contact events to list. */
export const ContactEventQuery = z.strictObject({
  /** Only events of this name. */
  event: z.string().min(1).optional(),
  /** Only events of this contact. */
  contact_id: Id.optional(),
  /** Only events after this moment. Any offset from UTC. */
  created_after: z.optional(TimestampInput),
  /** Only events before this moment. Any offset from UTC. */
  created_before: z.optional(TimestampInput),
})
export interface ContactEventQuery extends models.ContactEventQuery {}

const { read, write } = endpointsWith({ section: "Contacts, lists and other groups", auth: anyKey })

/** What contacts did. */
export const events = {
  track: write({
    method: "POST",
    path: "/v1/my/events",
    summary: "Record an event of a contact",
    recipients: { indirect: "a flow may start at the event and write to its contact" },
    feeds: "event",
    // Input that the schema's rule refuses does not compile either.
    body: TrackEvent as z.core.$ZodType<z.output<typeof TrackEvent>, TrackEvent>,
    response: ContactEvent,
    status: 201,
    replayStatus: 200,
    idempotency: "optional",
    example: {
      body: { contact_email: "ada@example.test", event: "order_placed", data: { order: "1001" }, amount: 49.9 },
      idempotencyKey: "order-1001",
    },
  }),
  list: read({
    path: "/v1/my/events",
    summary: "List the events of contacts",
    query: ContactEventQuery,
    paginated: { size: limits.pageSizeDefault },
    response: ContactEvent,
    example: { query: { event: "order_placed" } },
  }),
} as const
