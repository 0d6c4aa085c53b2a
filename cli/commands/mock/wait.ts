import { APIError } from "../../../sdk/client/errors.ts"
import type { Context } from "../../connection/context.ts"
import { numberOf, requiredText } from "../../line/flag-values.ts"
import { printControl } from "../../runners/control.ts"
import { columnsOf } from "../../runners/control-call.ts"
import { nothingFound } from "../../terminal/errors/nothing-found.ts"

export async function run(context: Context): Promise<void> {
  const { args, flags } = context
  const list = requiredText(args, "for")
  const query = { ...Object(flags.where), count: numberOf(flags, "count"), timeout: numberOf(flags, "within") }
  const call = `GET /${list}/wait` as const
  await printControl(context, call, { query, columns: columnsOf(context, call) }).catch(refuseNone)
}

/** The mock server responds with 408 where what was waited for did not come; the message has the nearest miss. */
export function refuseNone(error: unknown): never {
  if (!(error instanceof APIError && error.status === 408)) throw error
  throw nothingFound(error.detail, "Wait longer with --within, or look at what came without it.")
}
