import { defineStateMachine } from "../../base/state-machine.ts"

/** A funding purchase ends when it is credited, which happens once; 24 hours are given for that. Spec: States, Purchases. */
export const fundingPurchaseMachine = defineStateMachine("funding purchase", [
  // from               on       to
  ["requested", "open", "checkout_created"],
  ["checkout_created", "begin", "pending"], // someone is paying
  ["checkout_created", "fail", "failed"],
  ["checkout_created", "expire", "expired"],
  ["pending", "credit", "credited"],
  ["pending", "fail", "failed"],
  ["pending", "expire", "expired"],
])
