import { defineStateMachine } from "../../base/state-machine.ts"

/** An endpoint fails from its first failed attempt to its next success; three days of that turn it off. Spec: States, Webhook. */
export const webhookMachine = defineStateMachine("webhook", [
  // from       on          to
  ["active", "succeed", "active"],
  ["active", "fail", "failing"],
  ["active", "turn_off", "disabled"],
  ["failing", "succeed", "active"],
  ["failing", "fail", "failing"],
  ["failing", "give_up", "disabled"], // failing for three days: judged at each failed attempt
  ["failing", "turn_off", "disabled"],
  ["disabled", "turn_on", "active"],
])
