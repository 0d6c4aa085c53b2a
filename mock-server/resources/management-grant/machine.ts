import { defineStateMachine } from "../../base/state-machine.ts"

/** A manager operates a client's account by its owner's consent. Spec: States, Management grant. */
export const managementGrantMachine = defineStateMachine("management grant", [
  // from       on         to
  ["pending", "confirm", "active"], // only with consent and paid activation on record
  ["pending", "revoke", "revoked"],
  ["active", "revoke", "revoked"],
  ["active", "release", "released"],
])
