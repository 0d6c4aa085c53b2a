import { defineStateMachine } from "../../base/state-machine.ts"

/** An invitation is answered once, or expires after seven days. Spec: States, Invite. */
export const inviteMachine = defineStateMachine("invitation", [
  // from       on        to
  ["pending", "accept", "accepted"],
  ["pending", "revoke", "revoked"],
  ["pending", "expire", "expired"],
])
