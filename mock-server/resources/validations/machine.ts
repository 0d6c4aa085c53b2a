import { defineStateMachine } from "../../base/state-machine.ts"

/** A validation reserves its price, runs, and is charged for its usage. Spec: States, Validation operation. */
export const validationMachine = defineStateMachine("validation", [
  // from              on              to
  ["requested", "hold", "held"],
  ["requested", "lack_funding", "needs_funding"],
  ["needs_funding", "hold", "held"], // the same request again, once there is enough
  ["held", "execute", "executing"],
  ["executing", "commit", "committed"], // every address was billable
  ["executing", "commit_partly", "partially_committed"],
  ["executing", "fail", "failed"], // not one address could be validated
])

export const validationItemMachine = defineStateMachine("validation item", [
  // from          on         to
  ["pending", "execute", "executing"],
  ["pending", "waive", "not_billable"], // needless by the time its operation resumes
  ["executing", "bill", "billable"],
  ["executing", "waive", "not_billable"], // needless by its turn, or nothing could be found out
  ["executing", "fail", "failed"],
])
