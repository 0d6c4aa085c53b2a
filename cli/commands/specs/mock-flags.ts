import type { Flag } from "../../command.ts"

/** Takes away all that a command lists. */
export const clear: Flag = { name: "clear", type: "boolean", description: "Forget them all." }
