import * as z from "zod"
import { fillContacts } from "../domain/contacts.ts"
import { brandBySid } from "./brand.ts"
import { defineControl } from "./control.ts"

/** How many contacts there are after a fill. */
export interface Filled {
  /** Contacts that were made. */
  readonly added: number
  /** All contacts of the brand. */
  readonly total: number
}

/** How a brand is filled. */
export const ContactFill = z.strictObject({
  /** How many contacts to make. */
  count: z.int().min(0).max(10_000_000),
  /** How the addresses begin. */
  prefix: z.string().min(1).max(40).optional(),
  /** The main brand when left out. */
  brand_sid: z.string().optional(),
})

/** @internal */
export const contactControls = {
  fill: defineControl(
    { method: "POST", path: "/contacts", status: 201, body: ContactFill },
    ({ world }, { body: { count, prefix, brand_sid } }): Filled => {
      const total = fillContacts(world, brandBySid(world, brand_sid).id, count, prefix)
      return { added: count, total }
    },
  ),
}
