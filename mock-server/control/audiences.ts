import * as z from "zod"
import { Id } from "../../sdk/contract/core/shared.ts"
import { notFound } from "../base/mock-error.ts"
import { measureReach } from "../resources/account/reach.ts"
import { contactsOfLists, contactsOfSegment } from "../resources/campaigns/audience.ts"
import { audienceLeft, isSuppressed } from "../resources/campaigns/sending.ts"
import type { ContactRow } from "../resources/contacts/table.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"

const kinds = ["list", "segment", "campaign"] as const
export type AudienceKind = (typeof kinds)[number]

/** Whom a campaign to a list or segment reaches, or whom a campaign still reaches. */
export interface AudienceView {
  /** All its contacts. */
  readonly contacts: number
  /** Those who have not opted in. */
  readonly unsubscribed: number
  /** Those who have, and whose address is suppressed. */
  readonly suppressed: number
  /** Those who get the mail. */
  readonly reached: number
  /** How long the plan's sending limit takes for them; null if one day is enough. */
  readonly summary: string | null
}

const AudienceParams = z.strictObject({ kind: z.enum(kinds), id: Id })

/** @internal */
export const audienceControls = {
  get: defineControl(
    { method: "GET", path: "/audiences/{kind}/{id}", params: AudienceParams },
    ({ world }, { params: { kind, id } }): AudienceView => {
      const audience = contactsOf[kind](world, id)
      const brand = audience && world.tables.brands.get(audience.brandId)
      const account = brand && world.tables.accounts.get(brand.account_id)
      const plan = account && world.tables.plans.get(account.plan_id)
      if (audience === undefined || account === undefined || plan === undefined) {
        throw notFound(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`)
      }
      let [contacts, unsubscribed, suppressed] = [0, 0, 0]
      for (const contact of audience.contacts) {
        contacts++
        if (!contact.subscribed_email) unsubscribed++
        else if (isSuppressed(world, account.id, contact)) suppressed++
      }
      const reached = contacts - unsubscribed - suppressed
      const { summary = null } = measureReach(reached, account.standing, plan, world.tables.plans.all())
      return { contacts, unsubscribed, suppressed, reached, summary }
    },
  ),
}

interface Audience {
  readonly brandId: number
  readonly contacts: Iterable<ContactRow>
}

const contactsOf: Readonly<Record<AudienceKind, (world: World, id: number) => Audience | undefined>> = {
  list: (world, id) => {
    const list = world.tables.lists.get(id)
    return list && { brandId: list.brand_id, contacts: contactsOfLists(world, list.brand_id, [id]) }
  },
  segment: (world, id) => {
    const segment = world.tables.segments.get(id)
    return segment && { brandId: segment.brand_id, contacts: contactsOfSegment(world, segment) }
  },
  campaign: (world, id) => {
    const campaign = world.tables.campaigns.get(id)
    return campaign && { brandId: campaign.brand_id, contacts: audienceLeft(world, campaign) }
  },
}
