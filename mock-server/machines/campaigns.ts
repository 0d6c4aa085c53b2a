import { defineMachine } from "../machine.ts"

/** A campaign is sent once, now or at a set time; until then a scheduled one can be called off. */
export const campaignMachine = defineMachine("campaign", [
  // from       on          to
  ["draft", "schedule", "scheduled"],
  ["draft", "start", "live"],
  ["scheduled", "start", "live"],
  ["scheduled", "cancel", "cancelled"],
  ["live", "complete", "completed"],
])
