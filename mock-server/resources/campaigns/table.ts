import * as z from "zod"
import { Campaign } from "../../../sdk/contract/campaigns.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { statusOf } from "../../store/row-schema.ts"
import { campaignMachine } from "./machine.ts"

const campaignsSchema = Campaign.extend({
  status: statusOf(campaignMachine),
  /** Progress of a campaign that waits for the sending window: contacts up to this id were handled. */
  sent_up_to: z.int().min(0).optional(),
})
export interface CampaignRow extends RowOf<typeof campaignsSchema> {}

export const campaignsTable = () =>
  new Collection<CampaignRow, "brand" | "live", never, typeof campaignMachine>({
    row: campaignsSchema,
    name: "Campaign",
    timestamps: "both",
    machine: campaignMachine,
    groups: {
      brand: (campaign) => campaign.brand_id,
      live: (campaign) => (campaign.status === "live" ? campaign.brand_id : undefined),
    },
  })
