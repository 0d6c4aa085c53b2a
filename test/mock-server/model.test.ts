import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"
import { Model } from "../support/model.ts"

const address = fc.constantFrom("a@x.test", "A@X.test", "b@x.test", "c@x.test", "unknown@x.test")
const recipient = fc.constantFrom("a@x.test", "b@x.test", "bounced@simulator.test", "BOUNCED@simulator.test")
const type = fc.constantFrom("email.sent", "email.delivered", "email.bounced", "email.failed")
const which = fc.nat(5)

const step = fc.oneof(
  fc.record({ do: fc.constant("contact" as const), email: address, name: fc.constantFrom("A", "B") }),
  fc.record({ do: fc.constant("list" as const) }),
  fc.record({
    do: fc.constant("bulk" as const),
    action: fc.constantFrom("add" as const, "remove" as const),
    list: which,
    emails: fc.array(address, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    do: fc.constant("send" as const),
    to: recipient,
    subject: fc.constantFrom("One", "Two"),
    key: fc.option(fc.constantFrom("k1", "k2", "k3"), { nil: undefined }),
  }),
  fc.record({ do: fc.constant("webhook" as const), types: fc.uniqueArray(type, { minLength: 1 }) }),
  fc.record({ do: fc.constant("switch" as const), webhook: which, enabled: fc.boolean() }),
  fc.record({ do: fc.constant("advance" as const), hours: fc.nat(30) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The service and the model, side by side. */
class Pair {
  readonly model = new Model()
  readonly service = mock({ deliver: () => ({ status: 204, duration: 1 }) })

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case "contact":
        return this.#saveContact(step.email, step.name)
      case "list":
        return this.#addList()
      case "bulk":
        return this.#changeList(step.action, step.list, step.emails)
      case "send":
        return this.#send(step.to, step.subject, step.key)
      case "webhook":
        return this.#addWebhook(step.types)
      case "switch":
        return this.#switchWebhook(step.webhook, step.enabled)
      case "advance":
        await this.service.advance(step.hours * 3_600_000)
    }
  }

  async #saveContact(email: string, first_name: string): Promise<void> {
    const { status, body } = await this.#post("/v1/my/contacts", { email, first_name })
    expect([status, body.first_name]).toEqual([this.model.saveContact(email, first_name), first_name])
  }

  async #addList(): Promise<void> {
    const { status, body } = await this.#post("/v1/my/lists", { name: "List" })
    expect([status, body.contacts_count]).toEqual([201, 0])
    this.model.lists.push(body.id)
  }

  async #changeList(action: "add" | "remove", index: number, emails: readonly string[]): Promise<void> {
    const list = this.model.lists[index]
    const { status, body } = await this.#post(`/v1/my/lists/${list ?? 99}/contacts/bulk`, { action, emails })
    if (list === undefined) return expect(status).toBe(404)
    const { changed, unchanged, not_found } = this.model.changeList(action, list, emails)
    const same = action === "add" ? body.already_in_list : body.not_in_list
    expect([body.added + body.removed, same.length, body.not_found.length]).toEqual([changed, unchanged, not_found])
  }

  async #send(to: string, subject: string, key: string | undefined): Promise<void> {
    const payload = { channel: "email", to, subject, body: "Hello" }
    const promised = this.model.wouldSend(key, JSON.stringify(payload))
    const headers = key === undefined ? {} : { "Idempotency-Key": key }
    const { status, body } = await this.#post("/v1/my/messages", payload, headers)
    expect(status).toBe(promised.status)
    if (status === 200) expect(body.id).toBe(promised.id)
    if (status === 409) expect(body.code).toBe("idempotency_conflict")
    if (status === 201) this.model.sent(key, JSON.stringify(payload), body.id, to)
    await this.service.advance(0)
  }

  async #addWebhook(events: readonly string[]): Promise<void> {
    const { status, body } = await this.#post("/v1/my/webhooks", { url: "https://hooks.example.com/x", events })
    expect(status).toBe(this.model.webhooks.size < 10 ? 201 : 422)
    if (status === 201) this.model.webhooks.set(body.id, { enabled: true, types: events, deliveries: 0 })
  }

  async #switchWebhook(index: number, enabled: boolean): Promise<void> {
    const [id, webhook] = [...this.model.webhooks][index] ?? []
    const { status, body } = await this.service.call("PATCH", `/v1/my/webhooks/${id ?? 99}`, { body: { enabled } })
    if (webhook === undefined) return expect(status).toBe(404)
    expect([status, body.status]).toEqual([200, enabled ? "active" : "disabled"])
    webhook.enabled = enabled
  }

  /** Compares every total with the model's. */
  async compare(): Promise<void> {
    const { model } = this
    const seeded = 3
    expect(await this.#total("/v1/my/contacts")).toBe(model.contacts.size + seeded)
    expect(await this.#total("/v1/my/lists")).toBe(model.lists.length + 1)
    expect(await this.#total("/v1/my/messages")).toBe(model.messages)
    expect(await this.#total("/v1/my/webhooks")).toBe(model.webhooks.size)
    for (const list of model.lists) {
      expect(await this.#total(`/v1/my/contacts?list_id=${list}`)).toBe(model.onList(list))
    }
    // No sequence lasts seven days, so no delivery has been removed yet.
    for (const [id, { deliveries }] of model.webhooks) {
      expect(await this.#total(`/v1/my/webhooks/${id}/deliveries`), `deliveries of ${id}`).toBe(deliveries)
    }
  }

  async #total(path: string): Promise<number> {
    return Number((await this.service.call("GET", path)).headers.get("x-total-count"))
  }

  #post(path: string, body: unknown, headers = {}) {
    return this.service.call("POST", path, { body, headers })
  }
}

describe("the service", () => {
  it("answers and stores the same as its small model, after any sequence of calls", {
    tags: "slow",
    timeout: 3_600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const pair = new Pair()
        let hours = 0
        for (const step of steps) {
          if (step.do === "advance") hours += step.hours
          if (step.do === "advance" && hours > 160) continue
          await pair.take(step)
        }
        await pair.compare()
      }),
      { numRuns: 60, seed: Number(process.env.FUZZ_SEED ?? 1) },
    )
  })
})
