import { IdParams } from "../../sdk/contract/core/shared.ts"
import { campaignMoves, moveCampaign } from "../resources/campaigns/campaigns.ts"
import { whyCampaign } from "../resources/campaigns/why.ts"
import { flowMoves, moveFlow } from "../resources/flows/flows.ts"
import { defineControl } from "./control.ts"
import { stepOf, type WhyStep } from "./messages.ts"
import { transitionRoutes } from "./moves.ts"

export const campaignControls = {
  ...transitionRoutes("/campaigns/{id}/{move}", campaignMoves, moveCampaign),

  /** Explains the status and what it waits for, with the rule behind it. */
  why: defineControl(
    { method: "GET", path: "/campaigns/{id}/why", params: IdParams },
    async ({ world }, { params }): Promise<WhyStep> => stepOf(whyCampaign(world, params.id)),
  ),
}

export const flowControls = transitionRoutes("/flows/{id}/{move}", flowMoves, moveFlow)
