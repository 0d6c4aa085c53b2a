import type { Flag } from "../../command/spec.ts"

/** Goes on with what comes. */
export const follow: Flag = {
  name: "follow",
  short: "f",
  type: "boolean",
  description: "Go on with what comes, until Ctrl-C.",
}

/** Takes away all that a command lists. */
export const clear: Flag = { name: "clear", type: "boolean", description: "Forget them all." }

/** Only some of a list. */
export const limit: Flag = { name: "limit", type: "integer", minimum: 1, description: "Only the newest so many." }
