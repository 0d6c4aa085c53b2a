import type { SenderRow } from "../../mock-server/store/tables/senders.ts"
import type { Context } from "../context.ts"
import { isOn, numberOf, textOf } from "../line/flag-values.ts"
import { control } from "./control.ts"

/** `mas mock sender`: gives a brand an address to send from. */
export async function sender(context: Context): Promise<void> {
  const { args, flags } = context
  const body = {
    email: textOf(args, "email"),
    account_id: numberOf(flags, "account-id"),
    brand_sid: textOf(flags, "brand-sid"),
    verified: !isOn(flags, "unverified"),
    inbox: isOn(flags, "inbox"),
  }
  await context.output.record(await control<SenderRow>(context, "POST /senders", { body }))
}
