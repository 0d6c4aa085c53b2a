import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../collection.ts"

/** An address that a brand sends from. */
export interface SenderRow {
  readonly id: number
  readonly brand_id: number
  readonly email: string
  /** Only a verified one can send. */
  readonly verified: boolean
  /** True where mail to the address reaches the brand's inbox. */
  readonly inbox: boolean
}

const sendersSchema = z.object({ id: Id, brand_id: Id, email: z.string(), verified: z.boolean(), inbox: z.boolean() })

export const sendersTable = () =>
  new Collection<SenderRow, "brand", "place" | "inbox">({
    row: sendersSchema,
    groups: { brand: (sender) => sender.brand_id },
    unique: {
      place: (sender) => senderPlace(sender.brand_id, sender.email),
      inbox: (sender) => (sender.inbox ? sender.email.toLowerCase() : undefined),
    },
  })

/** Where a brand's sender is found; capital letters do not matter. */
export const senderPlace = (brandId: number, email: string) => `${brandId}/${email.toLowerCase()}`
