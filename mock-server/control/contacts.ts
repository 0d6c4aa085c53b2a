import * as z from "zod"
import { fillContacts } from "../resources/contacts/contacts.ts"
import { brandBySid } from "./brand.ts"
import { defineControl } from "./control.ts"

/** The result of a fill. */
export interface FillResult {
  /** The number of added contacts. */
  readonly added: number
  /** The number of contacts of the brand. */
  readonly total: number
}

/** Options of a fill. */
export const ContactFill = z.strictObject({
  /** The number of contacts to add. */
  count: z.int().min(0).max(10_000_000),
  /** The prefix of the addresses. */
  prefix: z.string().min(1).max(40).optional(),
  /** The main brand when left out. */
  brand_sid: z.string().optional(),
})

/** @internal */
export const contactControls = {
  fill: defineControl(
    { method: "POST", path: "/contacts", status: 201, body: ContactFill },
    async ({ world }, { body: { count, prefix, brand_sid } }): Promise<FillResult> => {
      const total = await fillContacts(world, brandBySid(world, brand_sid).id, count, prefix)
      return { added: count, total }
    },
  ),
}
