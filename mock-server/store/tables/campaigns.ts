import type { Campaign } from "../../../sdk/contract/campaigns.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { campaignMachine } from "../../machines/campaigns.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"

export type CampaignRow = Fields<Campaign> & { readonly status: StateOf<typeof campaignMachine> }

export const campaignsTable = () =>
  new Collection<CampaignRow, "brand", never, typeof campaignMachine>({
    name: "Campaign",
    stamps: "both",
    machine: campaignMachine,
    groups: { brand: (campaign) => campaign.brand_id },
  })
