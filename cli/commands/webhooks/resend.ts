import type { Mas } from "../../../sdk/client/client.ts"
import { APIError } from "../../../sdk/client/errors.ts"
import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import type { Context } from "../../connection/context.ts"
import { requireCredential } from "../../connection/request/connect.ts"
import { requiredText } from "../../line/flag-values.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { redeliverAt } from "../mock/redeliver.ts"

const columns = ["id", "event_id", "event_type", "status", "next_attempt_at"]

export async function run(context: Context): Promise<void> {
  const { command, args, output } = context
  const id = requiredText(args, "delivery")
  requireCredential(await context.profile(), command)
  try {
    await output.record(await redeliver(context, id), { columns })
  } catch (error) {
    if (!(error instanceof APIError) || error.header("X-MAS-Mock") !== null) throw error
    throw new CliError("The service has no call that sends a delivery again", exitCodes.failure, {
      cause: error,
      code: "not_supported",
      hint: "It retries a failed attempt automatically for about 34 hours. `mas webhooks test` sends a sample, `mas webhooks trigger` a custom event.",
    })
  }
}

/** Makes the profile's mock server resend a delivery's event. */
export async function redeliver(context: Context, id: string): Promise<WebhookDelivery> {
  const { baseUrl } = await context.profile()
  return redeliverAt(context, id, { baseUrl })
}

export async function newestDelivery(client: Mas, signal: AbortSignal): Promise<WebhookDelivery | undefined> {
  const { items } = await client.webhooks.list({ limit: 100 }, { signal })
  const pages = await Promise.all(items.map(({ id }) => client.webhooks.deliveries(id, { limit: 1 }, { signal })))
  const newest = pages.flatMap((page) => page.items)
  return newest.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))[0]
}
