import { defineStateMachine } from "../../base/state-machine.ts"

/** An account's affiliate status. Spec: Affiliate centre. */
export const affiliateMachine = defineStateMachine("affiliate", [
  // from       on         to
  ["unlinked", "start", "pending"], // the first look starts linking in the background
  ["unlinked", "link", "active"], // on request: immediate
  ["pending", "link", "active"],
])
