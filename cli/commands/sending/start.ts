import type { Context } from "../../connection/context.ts"
import { showSending } from "./show-sending.ts"

export const run = (context: Context): Promise<void> => showSending(context, (store) => store.start())
