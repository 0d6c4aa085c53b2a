import type { Context } from "../../connection/context.ts"
import { isOn, numberOf, textOf } from "../../line/flag-values.ts"
import { printControl } from "../../runners/control.ts"

export async function run(context: Context): Promise<void> {
  const { args, flags } = context
  const body = {
    email: textOf(args, "email"),
    account_id: numberOf(flags, "account-id"),
    brand_sid: textOf(flags, "brand-sid"),
    verified: !isOn(flags, "unverified"),
    inbox: isOn(flags, "inbox"),
  }
  await printControl(context, "POST /senders", { body })
}
