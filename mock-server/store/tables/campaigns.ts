import { Campaign } from "../../../sdk/contract/campaigns.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { campaignMachine } from "../../machines/campaigns.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"
import { statusOf } from "../row-schema.ts"

export type CampaignRow = Fields<Campaign> & { readonly status: StateOf<typeof campaignMachine> }

const campaignsSchema = Campaign.extend({ status: statusOf(campaignMachine) })

export const campaignsTable = () =>
  new Collection<CampaignRow, "brand", never, typeof campaignMachine>({
    row: campaignsSchema,
    name: "Campaign",
    stamps: "both",
    machine: campaignMachine,
    groups: { brand: (campaign) => campaign.brand_id },
  })
