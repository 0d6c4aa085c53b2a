import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import type * as models from "../../base/models.gen.ts"
import { Collection } from "../../store/collection.ts"

/** Mail sent by the service itself. */
export const ServiceMail = z.object({
  /** The id of the mail. */
  id: Id,
  /** The address that it went to. */
  to: z.string(),
  /** The kind of mail, for example `invitation`. */
  kind: z.string(),
  /** The subject line. */
  subject: z.string(),
  /** The text. */
  text: z.string(),
  /** Data for programs, for example an invitation's token. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** When it was sent: ISO 8601. */
  created_at: Timestamp,
})

/** @internal */
export const outboxTable = () => new Collection<models.ServiceMail>({ row: ServiceMail, timestamps: "created" })
