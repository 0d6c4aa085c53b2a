import { defineStateMachine } from "../../base/state-machine.ts"

/** A message is taken by the provider, or fails for good: before, or once the provider knows. Spec: Event types. */
export const messageMachine = defineStateMachine("message", [
  // from      on      to
  ["queued", "send", "sent"],
  ["queued", "fail", "failed"],
  ["sent", "fail", "failed"],
])

/** What may follow what in the timeline of a message. Who complains has the mail, and may open it again. */
export const timelineMachine = defineStateMachine("timeline", [
  // from    on     to
  ["queued", "sent", "sent"],
  ["queued", "failed", "failed"],
  ["sent", "delivered", "sent"],
  ["sent", "opened", "sent"],
  ["sent", "clicked", "sent"],
  ["sent", "soft_bounced", "sent"],
  ["sent", "hard_bounced", "bounced"],
  ["sent", "complained", "complained"],
  ["sent", "failed", "failed"],
  ["complained", "opened", "complained"],
  ["complained", "clicked", "complained"],
])
