import * as z from "zod"
import { Email, Id } from "../../sdk/contract/core/shared.ts"
import { invalid } from "../base/mock-error.ts"
import type * as models from "../base/models.gen.ts"
import type { SenderRow } from "../base/models.gen.ts"
import type { BrandRow } from "../resources/account/brands-table.ts"
import { setSender } from "../resources/senders/senders.ts"
import { senderPlace } from "../resources/senders/table.ts"
import type { World } from "../world/world.ts"
import { brandBySid } from "./brand.ts"
import { defineControl } from "./control.ts"

/** A sender address of a brand. */
export const NewSender = z
  .strictObject({
    /** The address. */
    email: Email,
    /** False for an unverified address. */
    verified: z.boolean().default(true),
    /** True if mail to the address reaches the brand's inbox; as before when left out, and false for a new one. */
    inbox: z.boolean().optional(),
    /** The main brand when neither this nor an account is named. */
    brand_sid: z.string().optional(),
    /** The account whose default brand gets the address. */
    account_id: Id.optional(),
  })
  .refine(({ brand_sid, account_id }) => brand_sid === undefined || account_id === undefined, {
    error: "or account_id names the brand, not both",
    path: ["brand_sid"],
  })

/** @internal */
export const senderControls = {
  /** Creates the address, or updates it if the brand already has it. */
  set: defineControl(
    { method: "POST", path: "/senders", status: 201, body: NewSender },
    ({ world }, { body: { email, verified, inbox, ...of } }): SenderRow => {
      const brand_id = brandOf(world, of).id
      const before = world.tables.senders.find("email", senderPlace(brand_id, email))
      return setSender(world, {
        brand_id,
        email: before?.email ?? email,
        verified,
        inbox: inbox ?? before?.inbox ?? false,
      })
    },
  ),
}

function brandOf(
  world: World,
  { brand_sid, account_id }: Pick<models.NewSender, "brand_sid" | "account_id">,
): BrandRow {
  if (account_id === undefined) return brandBySid(world, brand_sid)
  const brand = world.tables.brands.find("is_default", account_id)
  if (brand === undefined) throw invalid({ account_id: ["is not a known account"] })
  return brand
}
