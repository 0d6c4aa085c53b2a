import { campaignView, changeCampaign, createCampaign, sendCampaign } from "../domain/campaigns.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { mapPage } from "./pages.ts"

export const campaignHandlers: HandlersFor<"campaigns"> = {
  list: (world, { brand }, { page }) => mapPage(world.tables.campaigns.page("brand", brand.id, page), campaignView),

  create: (world, caller, { body }) => campaignView(createCampaign(world, caller, body)),

  get: (world, caller, { params }) => campaignView(world.tables.campaigns.own(caller, params.id)),

  update: (world, caller, { params, body }) => campaignView(changeCampaign(world, caller, params.id, body)),

  send: (world, caller, { params, body }) =>
    campaignView(sendCampaign(world, world.tables.campaigns.own(caller, params.id), body?.deliver_at)),
}
