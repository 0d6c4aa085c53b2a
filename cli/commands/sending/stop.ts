import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { showSending } from "./show-sending.ts"

/** `mas sending stop`: every process that shares the store refuses from now on. */
export const run = (context: Context): Promise<void> =>
  showSending(context, (store) => store.stop(textOf(context.flags, "reason")))
