export const taskKinds = [
  "affiliate.link",
  "invite.expire",
  "launch.expire",
  "campaign.complete",
  "campaign.start",
  "checkout.expire",
  "import.read",
  "message.dispatch",
  "message.deliver",
  "provisioning.expire",
  "provisioning.notice",
  "provisioning.remind",
  "purchase.expire",
  "suppression.expire",
  "validation.run",
  "webhook.attempt",
] as const
export type TaskKind = (typeof taskKinds)[number]
