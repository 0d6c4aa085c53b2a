import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../collection.ts"

/** Mail that the service itself has sent. */
export interface ServiceMail {
  /** The id of the mail. */
  readonly id: number
  /** The address that it went to. */
  readonly to: string
  /** What it is about, for example `invitation`. */
  readonly kind: string
  /** The subject line. */
  readonly subject: string
  /** The text. */
  readonly text: string
  /** What a program wants of it, for example an invitation's token. */
  readonly data: Readonly<Record<string, string | number | null>>
  /** When it was sent: ISO 8601. */
  readonly created_at: string
}

const outboxSchema = z.object({
  id: Id,
  to: z.string(),
  kind: z.string(),
  subject: z.string(),
  text: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  created_at: Timestamp,
})

/** @internal */
export const outboxTable = () => new Collection<ServiceMail>({ row: outboxSchema, stamps: "created" })
