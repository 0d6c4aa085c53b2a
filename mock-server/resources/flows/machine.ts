import { defineStateMachine } from "../../base/state-machine.ts"

/** A flow starts as a draft, goes live, and can be paused, cancelled and archived. */
export const flowMachine = defineStateMachine("flow", [
  // from       on          to
  ["draft", "start", "live"],
  ["draft", "archive", "archived"],
  ["live", "pause", "paused"],
  ["live", "cancel", "cancelled"],
  ["paused", "resume", "live"],
  ["paused", "cancel", "cancelled"],
  ["paused", "archive", "archived"],
  ["cancelled", "archive", "archived"],
])
