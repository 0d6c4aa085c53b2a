import { createMockService } from "../../../mock-server/index.ts"
import { type CaughtUpEvent, Mas } from "../../../sdk/index.ts"
import { createWebhookHandler, memoryStore, type WebhookEvent, webhookEventTypes } from "../../../sdk/webhooks/index.ts"

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
const begin = Date.parse("2026-03-01T12:00:00.000Z")

/** Events that decide: bounces, complaints and failures. */
export const deciding = ["email.bounced", "email.complained", "email.failed"]
export const lineOf = ({ type, data }: Pick<WebhookEvent, "type"> & { data: object }) =>
  `${type} ${Object(data).message_id} ${Object(Object(data).bounce).type ?? ""}`

/** A program's database: the recorded events and the store of known ids. It can be restored. */
interface Database {
  readonly lines: Set<string>
  readonly store: ReturnType<typeof memoryStore>
}

/** A service, and a program that receives its webhooks at an endpoint. Both use the service's clock. */
export async function startProgram(seed: number) {
  /** The fate of deliveries: lost before the program gets them, or their responses lost. */
  let network: "up" | "down" | "answers lost" = "up"
  const service = createMockService({
    clock: "frozen",
    now: begin,
    seed,
    async deliver({ url, headers, body }) {
      if (network === "down") return { error: "the connection was refused", duration: 1 }
      const { status } = await handle(new Request(url, { method: "POST", headers, body }))
      return network === "answers lost" ? { error: "the connection was cut", duration: 1 } : { status, duration: 1 }
    },
  })
  const mas = new Mas(service.clientOptions)
  const now = () => service.clientOptions.clock.now()
  const newDatabase = (): Database => ({ lines: new Set(), store: memoryStore({ now, keep: 30 * day }) })
  let database = newDatabase()
  /** Everything recorded in the database, to restore a copy. */
  const log: { readonly at: number; readonly id: string; readonly line: string }[] = []
  const record = (event: Pick<WebhookEvent, "id" | "type"> & { data: object }) => {
    database.lines.add(lineOf(event))
    log.push({ at: now(), id: event.id, line: lineOf(event) })
  }
  const events = [...webhookEventTypes]
  const webhook = await mas.webhooks.create({ url: "https://receiver.example.com/webhooks", events })
  const handle = createWebhookHandler({
    secret: webhook.secret,
    now,
    store: {
      claim: (id, options) => database.store.claim(id, options),
      complete: (id, owner) => database.store.complete(id, owner),
      release: (id, owner) => database.store.release(id, owner),
    },
    onEvent: record,
    onError: () => {},
  })
  let sent = 0
  return {
    service,
    mas,
    webhook,
    now,
    record: (event: CaughtUpEvent) => record(event),
    get database() {
      return database
    },
    set network(is: typeof network) {
      network = is
    },
    advance: (ms: number) => service.world.advance(ms),
    /** Sends to a simulator address with a known outcome. */
    async send(end: string): Promise<number> {
      const to = `${end}+${++sent}@simulator.test`
      const { id } = await mas.messages.send({
        channel: "email",
        to,
        subject: "Hello",
        html: '<a href="https://acme.test/">x</a>',
      })
      await service.world.advance(0)
      return id
    },
    /** Restores the database as of a moment. */
    restore(moment: number) {
      database = newDatabase()
      for (const { at, id, line } of log) {
        if (at > moment) continue
        database.lines.add(line)
        const claim = database.store.claim(id, { lease: 1_000 })
        if (claim.state === "mine") database.store.complete(id, claim.owner)
      }
    },
    /** The world's events as lines, without those that have no webhook. */
    world(): Set<string> {
      const lines = new Set<string>()
      for (const { id } of service.world.messages.list({ limit: 1_000 })) {
        for (const { type, ...detail } of service.world.messages.get(id).timeline) {
          if (type !== "email.queued")
            lines.add(lineOf({ type: String(type) as "email.sent", data: { message_id: id, ...detail } }))
        }
      }
      return lines
    },
  }
}
export type Program = Awaited<ReturnType<typeof startProgram>>
export const decidingOf = (lines: Iterable<string>) =>
  [...lines].filter((line) => deciding.some((type) => line.startsWith(type))).sort()
