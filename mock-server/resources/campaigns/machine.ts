import { defineStateMachine } from "../../base/state-machine.ts"

/** A campaign is sent once, now or at a set time. It can be called off, held up while it is live, and put away at its end. */
export const campaignMachine = defineStateMachine("campaign", [
  // from       on          to
  ["draft", "schedule", "scheduled"],
  ["draft", "start", "live"],
  ["draft", "archive", "archived"],
  ["scheduled", "start", "live"],
  ["scheduled", "cancel", "cancelled"],
  ["live", "complete", "completed"],
  ["live", "pause", "paused"],
  ["paused", "resume", "live"],
  ["paused", "cancel", "cancelled"],
  ["completed", "archive", "archived"],
  ["cancelled", "archive", "archived"],
])
