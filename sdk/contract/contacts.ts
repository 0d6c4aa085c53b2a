import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { Email, Id, JsonObject, openEnum, recordTimes, Timestamp } from "./core/shared.ts"

/** One way to reach a contact. */
export const ContactChannel = z.looseObject({
  /** The channel's id, for validations; not the contact's. */
  id: Id,
  /** How it reaches the contact. */
  kind: openEnum(["email", "sms"]),
  /** The address or phone number. */
  value: z.string(),
  /** Whether the contact agreed to be reached by it. */
  subscribed: z.boolean(),
  /** When the contact last agreed. */
  opt_in_at: Timestamp.nullish(),
  /** When the contact last refused. */
  opt_out_at: Timestamp.nullish(),
})
export interface ContactChannel extends models.ContactChannel {}

/** A person that the brand writes to. Spec: Contacts, lists and other groups. */
export const Contact = z.looseObject({
  /** The contact's id. */
  id: Id,
  /** The brand that it belongs to. */
  brand_id: Id,
  /** A name of the contact that says nothing of how many there are. */
  uuid: z.string(),
  /** The contact's address, as it was written first. */
  email: Email,
  /** The contact's first name. */
  first_name: z.string().nullish(),
  /** The contact's last name. */
  last_name: z.string().nullish(),
  /** Where the contact came from, for example `api` or `import`. */
  source: openEnum(["api", "import", "form"]).nullish(),
  /** The brand's own fields, such as further columns of an import. */
  data: JsonObject,
  /** Whether the contact agreed to get e-mail. */
  subscribed_email: z.boolean(),
  /** The lists that the contact is on. */
  list_ids: z.array(Id),
  /** The ways to reach the contact. */
  channels: z.array(ContactChannel),
  ...recordTimes,
})
export interface Contact extends models.Contact {}

/** A contact to add, or to complete when the brand has one with this e-mail. */
export const ContactCreate = z.strictObject({
  /** Capital letters do not matter. */
  email: Email,
  /** The contact's first name. */
  first_name: z.string().optional(),
  /** The contact's last name. */
  last_name: z.string().optional(),
  /**
   * Whether the contact agreed to get e-mail: true subscribes, false unsubscribes, also a contact that is there already.
   * Sets `subscribed_email`. Transactional messages still reach an unsubscribed contact.
   */
  opt_in: z.boolean().optional(),
})
export interface ContactCreate extends models.ContactCreate {}

/** Which contacts to list. */
export const ContactQuery = z.strictObject({
  /** Part of the e-mail or of the name; a whole e-mail finds that contact alone. */
  search: z.string().optional(),
  /** Only contacts of this list. */
  list_id: Id.optional(),
})
export interface ContactQuery extends models.ContactQuery {}

const { read, write } = endpointsWith({ section: "Contacts, lists and other groups", auth: anyKey })

/** The people that the brand writes to. */
export const contacts = {
  list: read({
    path: "/v1/my/contacts",
    summary: "List the brand's contacts",
    query: ContactQuery,
    paginated: { size: limits.pageSizeDefault },
    response: Contact,
    example: { query: { search: "ada" } },
  }),
  create: write({
    method: "POST",
    path: "/v1/my/contacts",
    summary: "Add a contact, or update the one with this e-mail address",
    recipients: { indirect: "a flow may start at the new contact and write to it" },
    feeds: "contact",
    body: ContactCreate,
    response: Contact,
    status: 201,
    replayStatus: 200,
    example: { body: { email: "margaret@example.test", first_name: "Margaret", last_name: "Hamilton", opt_in: true } },
  }),
} as const
