import type { TimerView } from "../../../mock-server/control/timers.ts"
import { APIError } from "../../../sdk/client/errors.ts"
import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { control } from "../../runners/control.ts"
import { CliError, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"

/** The payment address, as the service returns it, or its end. */
const payPaths = /(?:^|\/)(funding|checkouts)\/(\d+)\/?$/

/**
 * `mas mock pay`: pays the purchase or checkout with this address or number, or lets it fail; a funding purchase before a
 * plan checkout; by default the last one.
 */
export async function run(context: Context): Promise<void> {
  const what = textOf(context.args, "what")
  if (what === undefined) {
    await context.output.record(await payLast(context))
    return
  }
  const [, kind, numbered] = payPaths.exec(what.split(/[?#]/)[0] ?? "") ?? []
  const id = numbered ?? (/^\d+$/.test(what) ? what : undefined)
  if (id === undefined) {
    throw new UsageError(
      `not a payment address: ${JSON.stringify(what)}`,
      "Pass the purchase's checkout_url or its number.",
    )
  }
  const paid = kind === "funding" ? payFunding : kind === "checkouts" ? payCheckout : payEither
  await context.output.record(await paid(context, id))
}

const outcomeOf = ({ flags }: Context) => textOf(flags, "outcome") ?? "pay"
const payFunding = (context: Context, id: string) =>
  control<object>(context, `POST /purchases/${id}/${outcomeOf(context)}`)
const payCheckout = (context: Context, id: string) =>
  control<object>(context, `POST /checkouts/${id}/${outcomeOf(context)}`)

async function payEither(context: Context, id: string): Promise<object> {
  try {
    return await payFunding(context, id)
  } catch (error) {
    if (!cannotBePaid(error)) throw error
    return payCheckout(context, id).catch((second: unknown) => {
      throw cannotBePaid(second) && error.status === 409 ? error : second
    })
  }
}

const kinds = { "purchase.expire": payFunding, "checkout.expire": payCheckout } as const

/** Pays the latest open purchase or checkout: each open one has an expiry timer. */
async function payLast(context: Context): Promise<object> {
  const timers = await control<TimerView[]>(context, "GET /timers")
  for (const { kind, subject } of timers.toSorted((a, b) => b.id - a.id)) {
    if (kind !== "purchase.expire" && kind !== "checkout.expire") continue
    try {
      return await kinds[kind](context, String(subject))
    } catch (error) {
      if (!cannotBePaid(error)) throw error
    }
  }
  throw new CliError("There is nothing to pay", exitCodes.notFound, {
    code: "nothing_to_pay",
    hint: "`mas subscription checkout` and `mas funding-purchases create` start a payment.",
  })
}

const cannotBePaid = (error: unknown): error is APIError =>
  error instanceof APIError && (error.status === 404 || error.status === 409)
