import type { FundingPurchaseResult } from "../../sdk/contract/funding-purchases.ts"
import type { PlanCheckout } from "../../sdk/contract/subscription.ts"
import { APIError } from "../../sdk/errors.ts"
import type { Context } from "../context.ts"
import { UsageError } from "../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { textOf } from "../line/given.ts"
import { control } from "./control.ts"

/** The address that people pay at, as the service gives it, or the end of it. */
const places = /(?:^|\/)(funding|checkouts)\/(\d+)\/?$/

/** `mas mock pay`: someone pays what is open by that address or number, a funding purchase before a plan checkout. */
export async function pay(context: Context): Promise<ExitCode> {
  const what = textOf(context.args, "what") ?? ""
  const [, kind, numbered] = places.exec(what.split(/[?#]/)[0] ?? "") ?? []
  const id = numbered ?? (/^\d+$/.test(what) ? what : undefined)
  if (id === undefined) {
    throw new UsageError(
      `nobody pays at ${JSON.stringify(what)}`,
      "Give the address that the purchase names as checkout_url, or its number.",
    )
  }
  const paid = kind === "funding" ? payFunding : kind === "checkouts" ? payCheckout : payEither
  await context.output.record(await paid(context, id))
  return exitCodes.ok
}

const payFunding = (context: Context, id: string) =>
  control<FundingPurchaseResult>(context, `POST /purchases/${id}/pay`)

const payCheckout = (context: Context, id: string) => control<PlanCheckout>(context, `POST /checkouts/${id}/pay`)

async function payEither(context: Context, id: string): Promise<FundingPurchaseResult | PlanCheckout> {
  try {
    return await payFunding(context, id)
  } catch (error) {
    if (!cannotBePaid(error)) throw error
    return payCheckout(context, id).catch((second: unknown) => {
      throw cannotBePaid(second) && error.status === 409 ? error : second
    })
  }
}

const cannotBePaid = (error: unknown): error is APIError =>
  error instanceof APIError && (error.status === 404 || error.status === 409)
