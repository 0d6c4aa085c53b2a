import * as z from "zod"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { Id } from "../../../sdk/contract/core/shared.ts"
import type * as models from "../../base/models.gen.ts"
import { Collection } from "../../store/collection.ts"

/** An address that a brand sends from. */
export const SenderRow = z.object({
  /** The id of the sender. */
  id: Id,
  /** The brand that sends from it. */
  brand_id: Id,
  /** The address. */
  email: z.string(),
  /** Only verified senders can send. */
  verified: z.boolean(),
  /** True if mail to the address reaches the brand's inbox. */
  inbox: z.boolean(),
})

/** @internal */
export const sendersTable = () =>
  new Collection<models.SenderRow, "brand", "email" | "inbox">({
    row: SenderRow,
    groups: { brand: (sender) => sender.brand_id },
    unique: {
      email: (sender) => senderPlace(sender.brand_id, sender.email),
      inbox: (sender) => (sender.inbox ? mailboxKey(sender.email) : undefined),
    },
  })

/** The key of a brand's sender, case-insensitive. */
export const senderPlace = (brandId: number, email: string) => `${brandId}/${mailboxKey(email)}`
