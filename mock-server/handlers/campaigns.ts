import type { campaigns } from "../../sdk/contract/campaigns.ts"
import { changeCampaign, createCampaign, sendCampaign } from "../domain/campaigns.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const campaignHandlers: HandlersFor<typeof campaigns> = {
  list: (world, { brand }, { page }) => world.tables.campaigns.page("brand", brand.id, page),

  create: (world, caller, { body }) => createCampaign(world, caller, body),

  get: (world, caller, { params }) => world.tables.campaigns.own(caller, params.id),

  update: (world, caller, { params, body }) => changeCampaign(world, caller, params.id, body),

  send: (world, caller, { params, body }) =>
    sendCampaign(world, world.tables.campaigns.own(caller, params.id), body?.deliver_at),
}
