import { defineStateMachine } from "../../base/state-machine.ts"

/** An import waits, reads its file row by row, and ends; rows that fail do not make it fail. Spec: Imports. */
export const importMachine = defineStateMachine("import", [
  // from          on          to
  ["pending", "start", "processing"],
  ["processing", "complete", "complete"],
  ["processing", "fail", "failed"], // the file as a whole cannot be read
])
