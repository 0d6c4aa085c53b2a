import type { Context } from "../../connection/context.ts"
import { isOn, numberOf, textOf } from "../../line/flag-values.ts"
import { printControl } from "../../runners/control.ts"

/** `mas mock advance`: ends when all work due in that time has settled. */
export async function run(context: Context): Promise<void> {
  const { args, flags } = context
  const body = {
    by: numberOf(args, "by"),
    to: isOn(flags, "next") ? "next" : textOf(flags, "to"),
    until: textOf(flags, "until"),
  }
  await printControl(context, "POST /clock/advance", { body })
}
