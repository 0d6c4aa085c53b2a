import { defineStateMachine } from "../../base/state-machine.ts"

/** A message is taken by the provider, or fails for good: before, or once the provider knows. Spec: Event types. */
export const messageMachine = defineStateMachine("message", [
  // from      on      to
  ["queued", "send", "sent"],
  ["queued", "fail", "failed"],
  ["sent", "fail", "failed"],
])

/** What may follow what in the timeline of a message. A soft bounce is temporary: a delivery may follow it. */
export const timelineMachine = defineStateMachine("timeline", [
  // from    on     to
  ["queued", "sent", "sent"],
  ["queued", "failed", "failed"],
  ["sent", "delivered", "delivered"],
  ["sent", "opened", "sent"],
  ["sent", "clicked", "sent"],
  ["sent", "soft_bounced", "sent"],
  ["sent", "hard_bounced", "bounced"],
  ["sent", "complained", "complained"],
  ["sent", "failed", "failed"],
  ["delivered", "opened", "delivered"],
  ["delivered", "clicked", "delivered"],
  ["delivered", "soft_bounced", "sent"],
  ["delivered", "hard_bounced", "bounced"],
  ["delivered", "complained", "complained"],
  ["complained", "opened", "complained"],
  ["complained", "clicked", "complained"],
])
