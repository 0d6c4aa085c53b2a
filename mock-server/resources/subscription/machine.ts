import { defineStateMachine } from "../../base/state-machine.ts"

/** A plan checkout ends when the plan is active; 24 hours are given for that. Spec: States, Purchases. */
export const planCheckoutMachine = defineStateMachine("plan checkout", [
  // from       on        to
  ["pending", "pay", "active"],
  ["pending", "fail", "failed"],
  ["pending", "expire", "expired"],
])
