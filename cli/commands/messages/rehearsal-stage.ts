import type { MessageDetail, MockService } from "../../../mock-server/index.ts"
import type { Mas } from "../../../sdk/client/client.ts"
import type { Contact } from "../../../sdk/contract/contacts.ts"
import type { SendMessage } from "../../../sdk/contract/messages.ts"
import { memoryCeiling } from "../../../sdk/stores/memory-ceiling.ts"
import type { Context } from "../../connection/context.ts"
import { withoutVariables } from "../../connection/request/connect.ts"

type StagedContact = Pick<Contact, "email"> & Partial<Pick<Contact, "first_name" | "last_name" | "data">>

/** A mock server in this process, and a client of it under the profile's recipient guard. */
export class RehearsalStage {
  /** Ids in the mock of templates of the service. */
  readonly #templateIds = new Map<number, number>()
  readonly #senders = new Set<string>()
  #messageCount = 0

  private constructor(
    private readonly service: MockService,
    private readonly client: Mas,
    private readonly real: Mas,
    private readonly signal: AbortSignal,
  ) {}

  /** `real` reads the templates; `contact` fills the texts, and nobody else is there. */
  static async open(context: Context, real: Mas, contact?: StagedContact): Promise<RehearsalStage> {
    const { createMockService } = await import("mas-sdk/mock-server")
    const { Mas } = await import("../../../sdk/client/client.ts")
    const many = 1_000_000_000
    const { email, first_name, last_name, data } = contact ?? {}
    const contacts = email === undefined ? [] : [{ email, first_name, last_name, data }]
    const service = createMockService({
      clock: "frozen",
      fixtures: {
        plans: {
          rehearsal: {
            recipient_caps: { probation: many, standard: many, trusted: many },
            email_allowance: many,
            sms_allowance: many,
          },
        },
        accounts: {
          main: { plan: "rehearsal", brands: { brand_main: { contacts, lists: [] } } },
        },
      },
    })
    const { recipients } = await context.profile()
    // What is rehearsed counts nowhere.
    const ceiling = { store: memoryCeiling() }
    const options = { ...service.clientOptions, maxRetries: 0, ceiling, ...(recipients && { recipients }) }
    const client = new Mas(withoutVariables(options))
    return new RehearsalStage(service, client, real, context.io.signal)
  }

  /** Forgets what was sent. */
  beginAnew(): void {
    this.service.world.reset()
    this.#templateIds.clear()
    this.#senders.clear()
  }

  /** Sends a message as the service would get it, and returns what it would deliver. Throws the service's or the guard's error. */
  async send(mail: SendMessage): Promise<MessageDetail> {
    const template_id = "template_id" in mail ? mail.template_id : undefined
    for (const sender of [Reflect.get(mail, "from"), Reflect.get(mail, "from_email")]) {
      if (typeof sender === "string") this.#verify(sender)
    }
    const staged =
      typeof template_id === "number" ? { ...mail, template_id: await this.#templateIn(template_id) } : mail
    const { id } = await this.client.messages.send(staged as SendMessage, {
      idempotencyKey: `rehearsal-${++this.#messageCount}`,
    })
    return this.service.world.messages.get(id)
  }

  async close(): Promise<void> {
    await this.client.close()
    await this.service.close()
  }

  /** A rehearsal cannot know which senders the service has verified. */
  #verify(sender: string): void {
    const email = /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
    if (this.#senders.has(email) || !email.includes("@")) return
    this.#senders.add(email)
    this.service.world.senders.set({ email })
  }

  /** Creates a template of the service in the mock, at its first use. */
  async #templateIn(id: number): Promise<number> {
    const cached = this.#templateIds.get(id)
    if (cached !== undefined) return cached
    const template = await this.real.templates.get(id, { signal: this.signal })
    const { name, subject, html, body, preheader, from_name, from_email, reply_to } = template
    if (from_email) this.#verify(from_email)
    const created = await this.client.templates.create({
      ...{ name, subject, html, body, preheader, from_name, from_email, reply_to },
    })
    this.#templateIds.set(id, created.id)
    return created.id
  }
}
