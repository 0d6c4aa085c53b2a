import type { Mas } from "../../../sdk/client/client.ts"
import { APIError, ConnectionError, NotFoundError } from "../../../sdk/client/errors.ts"
import { parseUrl } from "../../../sdk/contract/core/parse-url.ts"
import type { Webhook, WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import { type WebhookEventType, webhookEventTypes } from "../../../sdk/webhooks/events.ts"
import type { Context } from "../../connection/context.ts"
import { isLoopback } from "../../connection/profile/address.ts"
import { textsOf } from "../../line/flag-values.ts"
import { refusedValue } from "../../terminal/errors/cli-error.ts"

/** Timeout in milliseconds of a request that checks the service. */
export const lookTimeout = 3_000
const lookOptions = { timeout: lookTimeout, maxRetries: 0 }

/** Whether the endpoint exists at the service; `away` when the service does not respond. */
export type Presence = "there" | "gone" | "away"

/** The service's endpoint for this receiver: an existing one, or a new one that is removed at the end. */
export class Endpoint {
  #webhook: Webhook
  /** False for an endpoint that existed before: it is kept. */
  #isOwn: boolean

  private constructor(
    private readonly client: Mas,
    private readonly address: string,
    private readonly context: Context,
    webhook: [webhook: Webhook, isOwn: boolean],
  ) {
    ;[this.#webhook, this.#isOwn] = webhook
  }

  static async open(client: Mas, address: string, context: Context): Promise<Endpoint> {
    const events = wantedEvents(context)
    const match = await find(client, address, context)
    if (match) noteExisting(match, events, context)
    const webhook = match ?? (await client.webhooks.create({ url: address, events }, { signal: context.io.signal }))
    return new Endpoint(client, address, context, [webhook, match === undefined])
  }

  get id(): number {
    return this.#webhook.id
  }

  get secret(): string {
    return this.#webhook.secret
  }

  async look(): Promise<Presence> {
    try {
      const { url } = await this.client.webhooks.get(this.id, {}, lookOptions)
      return url === this.address ? "there" : "gone"
    } catch (error) {
      if (error instanceof NotFoundError) return "gone"
      return error instanceof ConnectionError ? "away" : "there"
    }
  }

  /** Adds the endpoint again, with the same events, after the service has lost it. Keeps it at the end if it was to be kept. */
  async addAgain(): Promise<void> {
    const { events } = this.#webhook
    const match = await find(this.client, this.address, this.context)
    const webhook = { url: this.address, events: knownTypes(events) }
    this.#webhook = match ?? (await this.client.webhooks.create(webhook, { signal: this.context.io.signal }))
  }

  /** The number of attempts before the current one. */
  async attemptsOf(eventId: string): Promise<number | undefined> {
    const deliveries = await this.#deliveriesOf(eventId)
    return deliveries.find(({ status }) => status === "pending")?.attempts
  }

  /** The id of an event's newest delivery. */
  async deliveryOf(eventId: string): Promise<number | undefined> {
    const [newest] = await this.#deliveriesOf(eventId)
    return newest?.id
  }

  /** Newest first. */
  async #deliveriesOf(eventId: string): Promise<WebhookDelivery[]> {
    const page = await this.client.webhooks.deliveries(this.id, { limit: 100 }, lookOptions)
    return page.items.filter(({ event_id }) => event_id === eventId)
  }

  /** Keeps the endpoint when listening ends. */
  keep(): void {
    this.#isOwn = false
  }

  /** Removes an endpoint that this command added. */
  async remove(): Promise<void> {
    if (!this.#isOwn) return
    const { id } = this
    try {
      await this.client.webhooks.delete(id, { timeout: 5_000, maxRetries: 1 })
      this.context.note(`Endpoint ${id} removed.`)
    } catch (error) {
      if (error instanceof NotFoundError) return
      const why = error instanceof APIError || error instanceof ConnectionError ? "" : ` (${String(error)})`
      const removal = { words: ["webhooks", "delete"], args: [String(id)], flags: { yes: true } }
      const command = this.context.nextCommand(removal)
      this.context.note(`Endpoint ${id} could not be removed${why}. Do it with: ${command}`)
    }
  }
}

const knownTypes = (types: readonly string[]): WebhookEventType[] =>
  webhookEventTypes.filter((type: WebhookEventType) => types.includes(type))

function wantedEvents({ flags }: Context): WebhookEventType[] {
  const events = knownTypes(textsOf(flags, "events") ?? webhookEventTypes)
  if (events.length === 0) throw refusedValue("--events", "names no event type")
  return events
}

/** Finds the endpoint for an address, with its secret. Enables it, since a disabled one sends nothing. */
async function find(client: Mas, url: string, context: Context): Promise<Webhook | undefined> {
  const { signal } = context.io
  const { items } = await client.webhooks.list({ limit: 100 }, { signal })
  const sameAddress = items.find((webhook) => webhook.url === url)
  if (sameAddress === undefined) return undefined
  if (!sameAddress.enabled) {
    await client.webhooks.update(sameAddress.id, { enabled: true }, { signal })
    context.note(`Endpoint ${sameAddress.id} was disabled: it is enabled again.`)
  }
  return client.webhooks.get(sameAddress.id, { reveal: true }, { signal })
}

/** Names each endpoint that already sends to the address to forward to: what listens there gets every event twice, and refuses one of the two signatures. */
export async function noteOthersAt(client: Mas, address: string, context: Context): Promise<void> {
  const { items } = await client.webhooks.list({ limit: 100 }, { signal: context.io.signal })
  for (const { id, url } of items.filter((webhook) => webhook.enabled && isSamePlace(webhook.url, address))) {
    const change = { words: ["webhooks", "update"], args: [String(id)], flags: { enabled: false } } as const
    const command = context.nextCommand(change)
    context.note(
      `Endpoint ${id} already sends to ${url}, which now gets each event twice. Turn it off with: ${command}`,
    )
  }
}

/** True of two addresses of one receiver: this machine has several names. */
function isSamePlace(url: string, other: string): boolean {
  const [first, second] = [parseUrl(url), parseUrl(other)]
  if (first === undefined || second === undefined) return false
  const isSameHost = first.host === second.host || (isLoopback(url) && isLoopback(other) && first.port === second.port)
  return isSameHost && first.protocol === second.protocol && first.pathname === second.pathname
}

/** An existing endpoint is not changed: notes what it sends, and the command that changes it. */
function noteExisting({ id, events }: Webhook, requested: readonly string[], context: Context): void {
  const sends = webhookEventTypes.every((type) => events.includes(type)) ? "every event" : events.join(", ")
  context.note(`Endpoint ${id} already exists and keeps its settings and secret: it sends ${sends}.`)
  const isSame = events.length === requested.length && requested.every((type) => events.includes(type))
  if (context.flags.events === undefined || isSame) return
  const missing = requested.filter((type) => !events.includes(type))
  const lacks = missing.length === 0 ? "" : ` It does not send ${missing.join(", ")}.`
  const change = { words: ["webhooks", "update"], args: [String(id)], flags: { events: requested } } as const
  context.note(`--events applies only to this command.${lacks} To change the endpoint: ${context.nextCommand(change)}`)
}
