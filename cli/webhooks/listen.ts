import type { Mas } from "../../sdk/client.ts"
import type { Webhook } from "../../sdk/contract/webhooks.ts"
import { UnprocessableEntityError } from "../../sdk/errors.ts"
import { type WebhookEventType, webhookEventTypes } from "../../sdk/webhooks/events.ts"
import type { Context } from "../context.ts"
import { CliError, UsageError } from "../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { numberOf, textOf, textsOf } from "../line/given.ts"
import { isLoopback } from "../mock/loopback.ts"
import { eventLine, eventRow } from "./event-line.ts"
import { Receiver } from "./receiver.ts"
import { secretOfFlag, signingSecrets } from "./signing-secret.ts"

/** `mas webhooks listen`: until Ctrl-C (130), or until `--count` events have come (0). */
export async function run(context: Context): Promise<ExitCode> {
  const { io, flags } = context
  const profile = await context.profile()
  const isMock = isLoopback(profile.baseUrl ?? "")
  const publicUrl = textOf(flags, "public-url")
  const given = await secretOfFlag(context)
  const receiver = await Receiver.start({
    port: numberOf(flags, "port") ?? 0,
    forwardTo: textOf(flags, "forward-to"),
    // A mock server's clock can be anywhere.
    toleranceSeconds: isMock ? Number.POSITIVE_INFINITY : 300,
    now: io.now,
    signal: io.signal,
  })
  let remove = async () => {}
  try {
    const address = publicUrl ?? (isMock && given === undefined ? receiver.url : undefined)
    if (address === undefined) {
      if (given === undefined) explain(context, receiver.url)
      receiver.secrets = await signingSecrets(context)
    } else {
      const client = await context.client()
      const webhook = await register(client, address, context)
      remove = () => unregister(client, webhook, context)
      receiver.secrets = given === undefined ? [webhook.secret] : await signingSecrets(context)
      context.note(`Endpoint ${webhook.id} of ${profile.baseUrl} sends to ${address}`)
    }
    context.note(`Listening on ${receiver.url}. Ctrl-C stops.`)
    return await show(context, receiver)
  } finally {
    await receiver.close()
    await remove()
  }
}

async function show({ output, flags, io }: Context, receiver: Receiver): Promise<ExitCode> {
  const count = numberOf(flags, "count") ?? Number.POSITIVE_INFINITY
  if (output.showsCharts) {
    for await (const received of receiver.events(count)) {
      await output.record(eventRow(received), { draw: (screen) => eventLine(received, screen) })
    }
  } else await output.rows(rowsOf(receiver, count), { isStream: true })
  return io.signal.aborted ? exitCodes.interrupted : exitCodes.ok
}

async function* rowsOf(receiver: Receiver, count: number): AsyncGenerator<object, void, undefined> {
  for await (const received of receiver.events(count)) yield eventRow(received)
}

/** How to have a service elsewhere send to this machine. */
function explain(context: Context, url: string): void {
  context.note(
    [
      "The service cannot reach this machine by itself. Two ways:",
      `  1. Lead a public HTTPS address to ${url} (a tunnel does), and name it here: --public-url https://…`,
      "  2. Add that address with `mas webhooks create`, and give the endpoint's secret here: --secret -",
    ].join("\n"),
  )
}

async function register(client: Mas, url: string, context: Context): Promise<Webhook> {
  const wanted = textsOf(context.flags, "events") ?? webhookEventTypes
  const events = webhookEventTypes.filter((type: WebhookEventType) => wanted.includes(type))
  if (events.length === 0) throw new UsageError("--events names no event type")
  try {
    return await client.webhooks.create({ url, events }, { signal: context.io.signal })
  } catch (error) {
    if (!(error instanceof UnprocessableEntityError && error.validationErrors?.url && isLoopback(url))) throw error
    throw new CliError("The mock server refuses webhook endpoints on this machine", exitCodes.validation, {
      cause: error,
      code: "local_webhooks_refused",
      hint: "Start it with `mas mock start --allow-local-webhooks`.",
      validationErrors: error.validationErrors,
    })
  }
}

/** Whatever ended the listening: what was added goes. */
async function unregister(client: Mas, { id }: Webhook, context: Context): Promise<void> {
  try {
    await client.webhooks.delete(id, { timeout: 5_000, maxRetries: 1 })
    context.note(`Endpoint ${id} is removed again.`)
  } catch {
    context.note(`Endpoint ${id} could not be removed. Do it with: mas webhooks delete ${id} --yes`)
  }
}
