import type { Campaign } from "../../../sdk/contract/campaigns.ts"
import type { StateOf } from "../../base/state-machine.ts"
import type { campaignMachine } from "../../machines/campaigns.ts"
import { Collection, type Fields } from "../collection.ts"

export type CampaignRow = Fields<Campaign> & { readonly status: StateOf<typeof campaignMachine> }

export const campaignsTable = () =>
  new Collection<CampaignRow, "brand">({ groups: { brand: (campaign) => campaign.brand_id } })
