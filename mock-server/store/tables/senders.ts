import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"

/** An address that a brand sends from. */
const sendersSchema = z.object({
  id: Id,
  brand_id: Id,
  email: z.string(),
  /** Only a verified one can send. */
  verified: z.boolean(),
  /** True where mail to the address reaches the brand's inbox. */
  inbox: z.boolean(),
})
export interface SenderRow extends RowOf<typeof sendersSchema> {}

export const sendersTable = () =>
  new Collection<SenderRow, "brand", "email" | "inbox">({
    row: sendersSchema,
    groups: { brand: (sender) => sender.brand_id },
    unique: {
      email: (sender) => senderPlace(sender.brand_id, sender.email),
      inbox: (sender) => (sender.inbox ? sender.email.toLowerCase() : undefined),
    },
  })

/** Where a brand's sender is found; capital letters do not matter. */
export const senderPlace = (brandId: number, email: string) => `${brandId}/${email.toLowerCase()}`
