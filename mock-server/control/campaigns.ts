import { IdParams } from "../../sdk/contract/core/shared.ts"
import { campaignMoves, moveCampaign } from "../domain/campaigns.ts"
import { flowMoves, moveFlow } from "../domain/flows.ts"
import { whyCampaign } from "../domain/why-campaign.ts"
import { defineControl } from "./control.ts"
import { stepOf, type WhyStep } from "./messages.ts"
import { movesAt } from "./moves.ts"

export const campaignControls = {
  ...movesAt("/campaigns/{id}/{move}", campaignMoves, moveCampaign),

  /** Explains the status and what it waits for, with the rule behind it. */
  why: defineControl(
    { method: "GET", path: "/campaigns/{id}/why", params: IdParams, waits: true },
    async ({ world }, { params }): Promise<WhyStep> => stepOf(whyCampaign(world, params.id)),
  ),
}

export const flowControls = movesAt("/flows/{id}/{move}", flowMoves, moveFlow)
