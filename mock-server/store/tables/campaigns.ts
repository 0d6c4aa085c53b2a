import { Campaign } from "../../../sdk/contract/campaigns.ts"
import { once } from "../../base/once.ts"
import { campaignMachine } from "../../machines/campaigns.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"
import { statusOf } from "../row-schema.ts"

const campaignsSchema = once(() => Campaign.extend({ status: statusOf(campaignMachine) }))
export interface CampaignRow extends RowOf<typeof campaignsSchema> {}

export const campaignsTable = () =>
  new Collection<CampaignRow, "brand", never, typeof campaignMachine>({
    row: campaignsSchema,
    name: "Campaign",
    stamps: "both",
    machine: campaignMachine,
    groups: { brand: (campaign) => campaign.brand_id },
  })
