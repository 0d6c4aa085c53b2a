import * as z from "zod"
import { Id, IdParams } from "../../sdk/contract/core/shared.ts"
import { campaignMoves, campaignView } from "../domain/campaigns.ts"
import { moveFlow } from "../domain/flows.ts"
import { whyCampaign } from "../domain/why-campaign.ts"
import { defineControl } from "./control.ts"
import { stepOf, type WhyStep } from "./messages.ts"

const CampaignMove = z.strictObject({ id: Id, move: z.enum(["pause", "resume", "cancel", "archive"]) })
const FlowMove = z.strictObject({ id: Id, move: z.enum(["start", "pause", "resume", "cancel", "archive"]) })

export const campaignControls = {
  move: defineControl(
    { method: "POST", path: "/campaigns/{id}/{move}", params: CampaignMove },
    ({ world }, { params: { id, move } }) => campaignView(campaignMoves[move](world, id)),
  ),

  /** How it stands and what it waits for, with the rule behind that. */
  why: defineControl(
    { method: "GET", path: "/campaigns/{id}/why", params: IdParams, waits: true },
    async ({ world }, { params }): Promise<WhyStep> => stepOf(whyCampaign(world, params.id)),
  ),
}

export const flowControls = {
  move: defineControl({ method: "POST", path: "/flows/{id}/{move}", params: FlowMove }, ({ world }, { params }) =>
    moveFlow(world, params.id, params.move),
  ),
}
