import { defineStateMachine } from "../../base/state-machine.ts"

/** A managed account on its way to its owner. Spec: States, Managed-account provisioning. */
export const provisioningMachine = defineStateMachine("managed account", [
  // from               on                 to
  ["preparing", "send_invitation", "awaiting_owner"],
  ["awaiting_owner", "send_invitation", "awaiting_owner"], // a reissue: three at most
  ["awaiting_owner", "claim", "payment_required"], // only while the invitation lives
  ["payment_required", "pay", "active"],
  ["active", "payment_failed", "payment_issue"],
  ["payment_issue", "pay", "active"],
  ["preparing", "release", "ended"],
  ["awaiting_owner", "release", "ended"],
  ["payment_required", "release", "ended"],
  ["active", "release", "ended"],
  ["payment_issue", "release", "ended"],
  ["preparing", "revoke", "ended"],
  ["awaiting_owner", "revoke", "ended"],
  ["payment_required", "revoke", "ended"],
  ["active", "revoke", "ended"],
  ["payment_issue", "revoke", "ended"],
])
