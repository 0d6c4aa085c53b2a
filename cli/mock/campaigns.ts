import type { Context } from "../connection/context.ts"
import { numberOf, textOf } from "../line/flag-values.ts"
import { printControl } from "./control.ts"

/** `mas mock campaigns <id> [move]`. */
export async function campaigns(context: Context): Promise<void> {
  const [id, move] = [numberOf(context.args, "id"), textOf(context.args, "move")]
  await printControl(context, move === undefined ? `GET /campaigns/${id}/why` : `POST /campaigns/${id}/${move}`)
}
