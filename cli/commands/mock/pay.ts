import type { TimerView } from "../../../mock-server/control/timers.ts"
import { APIError } from "../../../sdk/client/errors.ts"
import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { control } from "../../runners/control.ts"
import { CliError, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"

/** The payment address, as the service returns it, or its end: the world's address, the kind and the number. */
const payAddress = /^(?:(.*)\/billing\/|\/?)(funding|checkouts)\/(\d+)\/?$/

interface Payment {
  readonly kind: "funding" | "checkouts"
  readonly id: string | number
  /** The address of its world, if it was named. */
  readonly baseUrl?: string | undefined
}

/** `mas mock pay`: pays the purchase or checkout with this address or number, or lets it fail; by default the last one. */
export async function run(context: Context): Promise<void> {
  const what = textOf(context.args, "what")
  await context.output.record(
    what === undefined ? await payLast(context) : await pay(context, await paymentOf(context, what)),
  )
}

const outcomeOf = ({ flags }: Context): string => textOf(flags, "outcome") ?? "pay"

function pay(context: Context, { kind, id, baseUrl }: Payment): Promise<object> {
  const resource = kind === "funding" ? "purchases" : "checkouts"
  return control<object>(context, `POST /${resource}/${id}/${outcomeOf(context)}`, { baseUrl })
}

async function paymentOf(context: Context, what: string): Promise<Payment> {
  const [, base, kind, numbered] = payAddress.exec(what.split(/[?#]/)[0] ?? "") ?? []
  if (numbered !== undefined) {
    // A path without its server is about the selected one.
    const baseUrl = /^https?:/i.test(base ?? "") ? base : undefined
    return { kind: kind === "funding" ? "funding" : "checkouts", id: numbered, baseUrl }
  }
  if (!/^\d+$/.test(what)) {
    const hint = "Pass the purchase's checkout_url or its number."
    throw new UsageError(`not a payment address: ${JSON.stringify(what)}`, hint)
  }
  const [only, other] = (await payments(context)).filter(({ id }) => String(id) === what)
  if (other !== undefined)
    throw new UsageError(`${what} is a funding purchase and a plan checkout`, "Pass the checkout_url of one.")
  return only ?? { kind: "funding", id: what }
}

async function payLast(context: Context): Promise<object> {
  for (const payment of await payments(context)) {
    if (payment.kind === "checkouts" && outcomeOf(context) === "begin") continue
    try {
      return await pay(context, payment)
    } catch (error) {
      if (!(error instanceof APIError && (error.status === 404 || error.status === 409))) throw error
    }
  }
  throw new CliError("There is nothing to pay", exitCodes.notFound, {
    code: "nothing_to_pay",
    hint: "`mas subscription checkout` and `mas funding-purchases create` start a payment.",
  })
}

/** The purchases and checkouts, the newest first: each has a timer by which it expires if it is still open then. */
async function payments(context: Context): Promise<readonly Payment[]> {
  const timers = await control<TimerView[]>(context, "GET /timers")
  return timers
    .filter(({ kind }) => kind === "purchase.expire" || kind === "checkout.expire")
    .toSorted((a, b) => b.id - a.id)
    .map(({ kind, subject }) => ({ kind: kind === "purchase.expire" ? "funding" : "checkouts", id: subject }))
}
