import { defineStateMachine } from "../../base/state-machine.ts"

/** An event on its way to an endpoint: tried until a 2xx, at most seven times. Spec: States, Webhook delivery. */
export const webhookDeliveryMachine = defineStateMachine("webhook delivery", [
  // from       on         to
  ["pending", "succeed", "delivered"],
  ["pending", "retry", "pending"],
  ["pending", "fail", "failed"], // the last attempt failed
])
