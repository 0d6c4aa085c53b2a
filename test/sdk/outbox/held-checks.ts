import { createHash } from "node:crypto"
import { expect, it, onTestFinished } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { type ClientOptions, type Fetch, Mas } from "../../../sdk/index.ts"
import {
  createOutbox,
  type HeldItem,
  type OutboxPool,
  type OutboxSqlite,
  type SendHeld,
} from "../../../sdk/outbox/index.ts"

const ana = { who: "ana", from: "terminal of laptop" }
const bob = { who: "bob", from: "page of laptop" }
export const mail = { channel: "email", to: "ada@example.test", subject: "Hi", html: "<p>Hello</p>" } as const
const day = 86_400_000
let tables = 0

/** A database of held calls; each test has its own table in it. */
export type HeldDatabase = { readonly db: OutboxSqlite & { close(): unknown } } | { readonly pool: OutboxPool }

/** What holds for held calls in any database. */
export function heldCallChecks(open: () => Promise<HeldDatabase>): void {
  async function begin(options: { readonly holdFor?: number; readonly client?: ClientOptions } = {}) {
    const engine = await open()
    const service = createMockService({ clock: "frozen", now: "2026-03-01T12:00:00.000Z" })
    let now = Date.parse("2026-03-01T12:00:00.000Z")
    const { holdFor, client } = options
    const settings = {
      clock: { now: () => now },
      holdFor,
      mas: new Mas(service.clientOptions),
      table: `held_${++tables}`,
    }
    const outbox = "db" in engine ? createOutbox({ ...settings, ...engine }) : createOutbox({ ...settings, ...engine })
    await outbox.migrate()
    const mas = new Mas({ ...service.clientOptions, ...client, hold: outbox })
    onTestFinished(async () => {
      await service.close()
      if ("db" in engine) engine.db.close()
    })
    /** The bytes of each message that was sent. */
    const bodies: string[] = []
    const recording: Fetch = async (address, init) => {
      if (init?.method === "POST") bodies.push(String(init.body))
      return service.fetch(new Request(address, init))
    }
    const sender = new Mas({ ...service.clientOptions, fetch: recording, ...client })
    const sendBy =
      (by: Mas): SendHeld =>
      ({ method, path, body, id, isRepeatable }, hold) =>
        by.request(`${method} ${path}` as "POST /v1/my/messages", body === null ? {} : { body: JSON.parse(body) }, {
          hold,
          ...(isRepeatable && { idempotencyKey: id }),
        })
    const holdMail = async (key = "welcome-1"): Promise<HeldItem> => {
      const error = await mas.messages.send(mail, { idempotencyKey: key }).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ name: "CallHeldError", code: "call_held", id: key, state: "waits", attempts: 0 })
      return outbox.approvals.get(key)
    }
    const requests = () => service.world.requests.list().filter(({ method }) => method !== "GET")
    const pass = (ms: number) => {
      now += ms
    }
    const { approvals } = outbox
    const send = sendBy(sender)
    return { service, outbox, approvals, mas, sender, bodies, send, sendBy, holdMail, requests, pass }
  }

  it("is sent once it is approved: once, byte for byte, with its key, and the log says who said yes", async () => {
    const test = await begin()
    const { approvals, holdMail, requests, send, bodies } = test
    const { id, hash, body, bodySha256 } = await holdMail()
    expect([body, requests()]).toEqual([JSON.stringify(mail), []])
    expect(bodySha256).toBe(createHash("sha256").update(JSON.stringify(mail)).digest("hex"))
    await expect(approvals.release(id, hash, send, ana)).rejects.toThrow("is not approved")
    await approvals.approve(id, hash, ana)
    const sent = await approvals.release(id, hash, send, ana)
    await approvals.release(id, hash, send, ana)
    expect(requests()).toMatchObject([{ idempotency_key: id }])
    expect(bodies).toEqual([body])
    expect(sent).toMatchObject({ state: "sent", hash, bodySha256 })
    expect(sent.log.map(({ what, who, from }) => [what, who, from])).toEqual([
      ["held", "program", expect.stringContaining("http")],
      ["approved", ana.who, ana.from],
      ["handed over", ana.who, ana.from],
      ["sent", ana.who, ana.from],
    ])
    expect(new Set(sent.log.map((event) => event.bodySha256))).toEqual(new Set([bodySha256]))
  })

  it("is no message of the outbox: nothing there counts, lists, retries, cancels or sends it", async () => {
    const test = await begin()
    const { outbox, holdMail, requests } = test
    const { id } = await holdMail()
    expect(await outbox.failed()).toEqual([])
    expect(await outbox.stats()).toMatchObject({ waiting: 0, failed: 0 })
    expect([await outbox.retry(id), await outbox.cancel(id), await outbox.send(id)]).toEqual([false, false, "none"])
    expect([(await outbox.approvals.list()).map((item) => item.id), requests()]).toEqual([[id], []])
  })

  it("keeps what reaches people it does not name, and lets a read and a change that reaches nobody pass", async () => {
    const test = await begin()
    const { mas, approvals } = test
    await expect(mas.campaigns.send(1)).rejects.toThrow("waits for a person")
    await expect(mas.events.track({ event: "signed_up", contact_email: "ada@example.test" })).rejects.toThrow("waits")
    expect((await mas.lists.create({ name: "New" })).name).toBe("New")
    expect((await approvals.list()).map(({ path }) => path).sort()).toEqual([
      "/v1/my/campaigns/1/send",
      "/v1/my/events",
    ])
    await expect(
      mas.imports.create({ resource: "contacts", file: { content: "email\n", filename: "a.csv" } }),
    ).rejects.toThrow("as it sends a file")
  })

  it("is the same item with the same key, and another call is refused", async () => {
    const test = await begin()
    const { mas, holdMail, approvals } = test
    await holdMail()
    await holdMail()
    expect(await approvals.list()).toHaveLength(1)
    const other = { ...mail, to: "eve@example.test" }
    await expect(mas.messages.send(other, { idempotencyKey: "welcome-1" })).rejects.toThrow("holds another call")
    expect((await approvals.get("welcome-1")).body).toBe(JSON.stringify(mail))
  })

  it("is another one after an edit, and needs its own yes", async () => {
    const test = await begin()
    const { approvals, holdMail, send, bodies } = test
    const first = await holdMail()
    await approvals.approve(first.id, first.hash, ana)
    const body = JSON.stringify({ ...mail, subject: "Edited" })
    const second = await approvals.edit(first.id, first.hash, { ...bob, body, about: null })
    expect(second).toMatchObject({ state: "waits", revision: 2 })
    for (const attempt of [
      () => approvals.approve(first.id, first.hash, ana),
      () => approvals.release(first.id, first.hash, send, ana),
      () => approvals.refuse(first.id, first.hash, ana),
      () => approvals.edit(first.id, first.hash, { ...ana, body, about: null }),
    ])
      await expect(attempt()).rejects.toMatchObject({ name: "HeldItemError", problem: "changed" })
    await expect(approvals.release(first.id, second.hash, send, ana)).rejects.toThrow("is not approved")
    // The same body again is another revision.
    const third = await approvals.edit(first.id, second.hash, { ...bob, body, about: null })
    expect([third.bodySha256, third.hash === second.hash]).toEqual([second.bodySha256, false])
    await approvals.approve(first.id, third.hash, ana)
    await approvals.release(first.id, third.hash, send, ana)
    expect(bodies).toEqual([body])
  })

  it("expires, whether it was approved or not", async () => {
    const test = await begin({ holdFor: day })
    const { approvals, holdMail, pass, send, requests } = test
    const [first, second] = [await holdMail("a"), await holdMail("b")]
    await approvals.approve(second.id, second.hash, ana)
    pass(day - 1)
    expect((await approvals.get("a")).state).toBe("waits")
    pass(1)
    expect((await approvals.list()).map(({ state }) => state)).toEqual(["expired", "expired"])
    await expect(approvals.approve("a", first.hash, ana)).rejects.toMatchObject({
      problem: "expired",
      message: expect.stringMatching(/: nobody approved it in time$/),
    })
    await expect(approvals.release("b", second.hash, send, ana)).rejects.toMatchObject({
      problem: "expired",
      message: expect.stringMatching(/: it was approved, and did not go out in time$/),
    })
    expect(requests()).toEqual([])
  })

  it("is never sent once it is refused", async () => {
    const test = await begin()
    const { approvals, holdMail, send, requests } = test
    const { id, hash } = await holdMail()
    await approvals.approve(id, hash, ana)
    const { state, log } = await approvals.refuse(id, hash, { ...bob, reason: "wrong list" })
    expect([state, log.at(-1)]).toMatchObject(["refused", { what: "refused", who: "bob", note: "wrong list" }])
    await expect(approvals.approve(id, hash, ana)).rejects.toMatchObject({ problem: "decided" })
    await expect(approvals.release(id, hash, send, ana)).rejects.toMatchObject({ problem: "decided" })
    expect(requests()).toEqual([])
  })

  it("goes out by the account, address and rules that it was made for, or not at all", async () => {
    const test = await begin()
    const { service, approvals, holdMail, send, sendBy, requests } = test
    const { id, hash } = await holdMail()
    await approvals.approve(id, hash, ana)
    const redirecting = new Mas({ ...service.clientOptions, recipients: { redirectTo: "dev@acme.test" } })
    await expect(approvals.release(id, hash, sendBy(redirecting), ana)).rejects.toThrow("another body")
    const refusing = new Mas({ ...service.clientOptions, recipients: { allow: [] } })
    await expect(approvals.release(id, hash, sendBy(refusing), ana)).rejects.toThrow("not an allowed recipient")
    const branded = new Mas({ ...service.clientOptions, brandSid: "other" })
    await expect(approvals.release(id, hash, sendBy(branded), ana)).rejects.toThrow()
    const swapped: SendHeld = (item, hold) =>
      send({ ...item, body: JSON.stringify({ ...mail, to: "eve@b.test" }) }, hold)
    await expect(approvals.release(id, hash, swapped, ana)).rejects.toThrow("another body")
    service.world.faults.add({ path: "/v1/my/account", body: { id: 3, name: "Client" }, times: 1 })
    await expect(approvals.release(id, hash, send, ana)).rejects.toThrow("was made for Acme (account 1)")
    expect([requests(), (await approvals.get(id)).state]).toEqual([[], "approved"])
    await approvals.release(id, hash, send, ana)
    expect(requests()).toHaveLength(1)
  })

  it("changes the person who was signed in when it was made, or nobody", async () => {
    const test = await begin()
    const { service, outbox, approvals, sendBy, requests } = test
    const signedIn = (user_id: number, options?: ClientOptions) => {
      const { token } = service.world.credentials.mint({ kind: "jwt", account_id: 1, user_id })
      return new Mas({ ...service.clientOptions, apiKey: undefined, token, ...options })
    }
    const error = await signedIn(1, { hold: outbox }).user.update({ email: "new@b.test" }).catch(Object)
    const item = await approvals.get(error.id)
    expect(item.userName).toBe("owner@acme.test (user 1)")
    await approvals.approve(item.id, item.hash, ana)
    await expect(approvals.release(item.id, item.hash, sendBy(signedIn(2)), ana)).rejects.toThrow(
      "changes owner@acme.test (user 1), and this client is signed in as admin@acme.test (user 2)",
    )
    expect(requests()).toEqual([])
    // A key acts as the owner.
    await approvals.release(item.id, item.hash, test.send, ana)
    expect(requests()).toMatchObject([{ path: "/v1/my/user" }])
    // What depends on nobody may be approved by another.
    const invitation = await signedIn(1, { hold: outbox })
      .invites.create({ email: "new@c.test", role: "member" })
      .catch(Object)
    const { id, hash } = await approvals.get(invitation.id)
    await approvals.approve(id, hash, ana)
    expect((await approvals.release(id, hash, sendBy(signedIn(2)), ana)).state).toBe("sent")
  })

  it("goes out for the brand of the credential that it was made with, or not at all", async () => {
    const test = await begin()
    const { service, outbox, approvals, holdMail, send, sendBy, requests } = test
    const { token } = service.world.credentials.mint({ kind: "storefront_token", brand_sid: "brand_second" })
    const storefront = { ...service.clientOptions, apiKey: undefined, token }
    const pinned = new Mas({ ...storefront, hold: outbox })
    await expect(pinned.messages.send(mail, { idempotencyKey: "of-the-second" })).rejects.toThrow("waits")
    const [second, first] = [await approvals.get("of-the-second"), await holdMail()]
    expect([second.brandSid, second.pinnedBy]).toEqual([null, expect.stringMatching(/^storefront .*storefront\.test$/)])
    for (const { id, hash } of [first, second]) await approvals.approve(id, hash, ana)
    await expect(approvals.release(second.id, second.hash, send, ana)).rejects.toThrow(
      /was made for the brand of storefront \S+, and this client is for the default brand$/,
    )
    await expect(approvals.release(first.id, first.hash, sendBy(new Mas(storefront)), ana)).rejects.toThrow(
      /was made for the default brand, and this client is for the brand of storefront /,
    )
    expect(requests()).toEqual([])
    await approvals.release(second.id, second.hash, sendBy(new Mas(storefront)), ana)
    await approvals.release(first.id, first.hash, send, ana)
    expect(requests()).toHaveLength(2)
    // A brand that is named is the same with any credential.
    const branded = new Mas({ ...storefront, hold: outbox, brandSid: "brand_second" })
    await expect(branded.messages.send(mail, { idempotencyKey: "named" })).rejects.toThrow("waits")
    expect((await approvals.get("named")).pinnedBy).toBeNull()
  })

  it("has one effect when its response is lost, and when several release it at once", async () => {
    const test = await begin()
    const { service, approvals, holdMail, sendBy, requests } = test
    const once = new Mas({ ...service.clientOptions, maxRetries: 0 })
    const { id, hash } = await holdMail()
    await approvals.approve(id, hash, ana)
    service.world.faults.add({ path: "/v1/my/messages", drop: "after", times: 1 })
    await expect(approvals.release(id, hash, sendBy(once), ana)).rejects.toThrow()
    const lost = await approvals.get(id)
    expect([lost.state, lost.log.at(-1)?.what]).toEqual(["leaving", "unclear"])
    await expect(approvals.refuse(id, hash, ana)).rejects.toMatchObject({ problem: "unclear" })
    await expect(approvals.edit(id, hash, { ...ana, body: "{}", about: null })).rejects.toMatchObject({
      problem: "unclear",
    })
    await Promise.all([1, 2, 3].map(() => approvals.release(id, hash, sendBy(once), ana)))
    expect(service.world.messages.list()).toHaveLength(1)
    expect(new Set(requests().map(({ idempotency_key }) => idempotency_key))).toEqual(new Set([id]))
  })

  it("is not repeated without a key once it may have been sent", async () => {
    const test = await begin()
    const { service, approvals, mas, sendBy, requests } = test
    const invite = { email: "new@b.test", role: "member" } as const
    const error = await mas.invites.create(invite).catch((reason) => Object(reason))
    const { id, hash, isRepeatable } = await approvals.get(error.id)
    expect(isRepeatable).toBe(false)
    await approvals.approve(id, hash, ana)
    service.world.faults.add({ path: "/v1/my/account/invites", drop: "after", times: 1 })
    const once = new Mas({ ...service.clientOptions, maxRetries: 0 })
    await expect(approvals.release(id, hash, sendBy(once), ana)).rejects.toThrow()
    const sent = requests().length
    await expect(approvals.release(id, hash, sendBy(once), ana)).rejects.toMatchObject({ problem: "unclear" })
    expect(requests()).toHaveLength(sent)
  })

  it.each([
    ["a page of a proxy", 200, "<html>"],
    ["nothing", 201, ""],
    ["a redirect to elsewhere", 302, "<html>"],
    ["a time-out of a proxy", 408, "<html>"],
    ["a status of a proxy", 499, "<html>"],
    ["an error", 500, '{"error":true,"retryable":true}'],
    ["an error that may pass", 503, '{"error":true,"retryable":true}'],
  ])("is not repeated without a key after it arrived and the response is %s", async (_, status, text) => {
    const test = await begin()
    const { service, approvals, mas, sendBy, requests } = test
    const error = await mas.invites.create({ email: "new@b.test", role: "member" }).catch((reason) => Object(reason))
    const { id, hash } = await approvals.get(error.id)
    await approvals.approve(id, hash, ana)
    const behindProxy: Fetch = async (address, init) => {
      const response = await service.fetch(new Request(address, init))
      return init?.method === "POST" ? new Response(text, { status }) : response
    }
    const by = sendBy(new Mas({ ...service.clientOptions, fetch: behindProxy }))
    await expect(approvals.release(id, hash, by, ana)).rejects.toThrow()
    const unclear = await approvals.get(id)
    expect([unclear.state, unclear.log.at(-1)?.what, requests().length]).toEqual(["leaving", "unclear", 1])
    await expect(approvals.release(id, hash, by, ana)).rejects.toMatchObject({ problem: "unclear" })
    expect(requests()).toHaveLength(1)
  })

  it("can be tried again, edited or refused after the service has certainly not taken it", async () => {
    const test = await begin()
    const { service, approvals, holdMail, send } = test
    const { id, hash } = await holdMail()
    await approvals.approve(id, hash, ana)
    service.world.faults.add({ path: "/v1/my/messages", status: 422, times: 1 })
    await expect(approvals.release(id, hash, send, ana)).rejects.toThrow()
    const back = await approvals.get(id)
    expect([back.state, back.log.at(-1)?.what]).toEqual(["approved", "not sent"])
    expect((await approvals.release(id, hash, send, ana)).state).toBe("sent")
  })
}
