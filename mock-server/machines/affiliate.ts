import { defineStateMachine } from "../base/state-machine.ts"

/** An account's way into the affiliate programme. Spec: Affiliate centre. */
export const affiliateMachine = defineStateMachine("affiliate", [
  // from       on         to
  ["unlinked", "start", "pending"], // the first look starts linking in the background
  ["unlinked", "link", "active"], // asked for: at once
  ["pending", "link", "active"],
])
