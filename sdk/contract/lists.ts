import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { givenList, Id, IdParams, openEnum, recordTimes } from "./core/shared.ts"

/** A named set of contacts. Spec: Contacts, lists and other groups. */
export const List = z.looseObject({
  /** The list's id. */
  id: Id,
  /** The brand that it belongs to. */
  brand_id: Id,
  /** What the list is called. */
  name: z.string(),
  /** How many contacts are on it. */
  contacts_count: z.int(),
  ...recordTimes,
})
export interface List extends models.List {}

/** A list to add. */
export const ListCreate = z.strictObject({
  /** What the list is called. */
  name: z.string().min(1),
})
export interface ListCreate extends models.ListCreate {}

/** Contacts to put on a list or to take off it, by e-mail. Repeating it changes nothing; it creates no contacts. */
export const ListBulkUpdate = z.strictObject({
  /** Whether the contacts join the list or leave it. */
  action: z.enum(["add", "remove"]),
  /** At most 10,000; capital letters do not matter. */
  emails: givenList(z.array(z.string()).min(1).max(limits.bulkEmails)),
})
export interface ListBulkUpdate extends models.ListBulkUpdate {}

/** What became of each e-mail. */
export const ListBulkResult = z.looseObject({
  /** What was asked for. */
  action: openEnum(["add", "remove"]),
  /** The list that was changed. */
  list_id: Id,
  /** How many contacts were put on the list. */
  added: z.int(),
  /** How many contacts were taken off the list. */
  removed: z.int(),
  /** E-mails whose contacts were on the list before. */
  already_in_list: z.array(z.string()),
  /** E-mails whose contacts were not on the list. */
  not_in_list: z.array(z.string()),
  /** E-mails that are no contact of the brand. */
  not_found: z.array(z.string()),
  /** Texts that are no e-mail address. */
  invalid_emails: z.array(z.string()),
})
export interface ListBulkResult extends models.ListBulkResult {}

const { read, write } = endpointsWith({ section: "Contacts, lists and other groups", auth: anyKey })

/** Named sets of contacts. */
export const lists = {
  list: read({
    path: "/v1/my/lists",
    summary: "List the brand's lists",
    paginated: { size: limits.pageSizeDefault },
    response: List,
  }),
  create: write({
    method: "POST",
    path: "/v1/my/lists",
    summary: "Add a list",
    recipients: "nobody",
    body: ListCreate,
    response: List,
    status: 201,
    example: { body: { name: "Beta testers" } },
  }),
  updateContacts: write({
    method: "POST",
    path: "/v1/my/lists/{id}/contacts/bulk",
    summary: "Change the members of a list, by e-mail",
    recipients: { indirect: "a flow may start at the list and write to who joins or leaves" },
    feeds: "list",
    params: IdParams,
    body: ListBulkUpdate,
    response: ListBulkResult,
    example: { params: { id: 1 }, body: { action: "add", emails: ["ada@example.test", "grace@example.test"] } },
  }),
} as const
