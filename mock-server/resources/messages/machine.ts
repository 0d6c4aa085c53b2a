import { defineStateMachine } from "../../base/state-machine.ts"

/** A message is taken by the provider, or fails for good: before, or once the provider knows. Spec: Event types. */
export const messageMachine = defineStateMachine("message", [
  // from      on      to
  ["queued", "send", "sent"],
  ["queued", "fail", "failed"],
  ["sent", "fail", "failed"],
])
