import { describe, expect, it, vi } from "vitest"
import { Mas, RecipientRefusedError, RequestError } from "../../../sdk/index.ts"
import { ally, client, mail, service, stranger } from "./support.ts"

const refusal = (call: PromiseLike<unknown>) =>
  call.then(
    () => expect.fail("it was sent"),
    (error: unknown) => {
      if (error instanceof RecipientRefusedError) return error
      throw error
    },
  )

describe("a client with allowed recipients", () => {
  it("sends to them, and refuses any other before anything is sent", async () => {
    const mock = await service()
    const mas = client(mock)
    await mas.messages.send({ ...mail, to: ally })
    const error = await refusal(mas.messages.send({ ...mail, to: stranger }, { idempotencyKey: "one" }))
    expect(mock.world.requests.list()).toHaveLength(1)
    expect(error).toBeInstanceOf(RequestError)
    expect(error.toJSON()).toEqual({
      name: "RecipientRefusedError",
      disposition: "final",
      isRefusal: true,
      message: expect.stringMatching(
        /^messages\.send was not sent: ada@example\.test is not an allowed recipient: none of/,
      ),
      method: "POST",
      path: "/v1/my/messages",
      attempts: 0,
      idempotencyKey: "one",
      code: "recipient_refused",
      recipient: stranger,
      rule: "allow",
      source: "the option recipients",
    })
  })

  it("names only the refused recipient", async () => {
    const mas = client(await service(), { recipients: { allow: ["grace@example.test", ally] } })
    const error = await refusal(mas.templates.sendTest(1, { email: [ally, stranger, "joan@example.test"] }))
    expect(`${JSON.stringify(error)}${error.stack}`).not.toMatch(/grace|joan|qa@/)
  })

  it.each<[string, (mas: Mas) => PromiseLike<unknown>]>([
    ["auth.signup", (mas) => mas.auth.signup({ user: { email: stranger, password: "long enough" } })],
    ["user.update", (mas) => mas.user.update({ email: [ally, stranger] })],
    ["invites.create", (mas) => mas.invites.create({ email: stranger, role: "member" })],
    [
      "managedAccounts.create",
      (mas) =>
        mas.managedAccounts.create(
          { managed_account: { owner_email: stranger, account_name: "A" } },
          { idempotencyKey: "k" },
        ),
    ],
    ["messages.send", (mas) => mas.messages.send({ channel: "sms", to: "+4915112345678", body: "Hi" })],
    ["templates.sendTest", (mas) => mas.templates.sendTest(1, { email: stranger })],
  ])("%s is refused by its recipients", async (name, call) => {
    const mock = await service()
    expect(await refusal(call(client(mock)))).toMatchObject({ message: expect.stringContaining(name), rule: "allow" })
    expect(mock.world.requests.list()).toEqual([])
    const open = client(mock, { recipients: { allow: ["*"] } })
    await Promise.resolve(call(open)).catch(() => {})
    expect(mock.world.requests.list()).toHaveLength(1)
  })

  it.each<[string, (mas: Mas) => PromiseLike<unknown>]>([
    ["campaigns.send", (mas) => mas.campaigns.send(1)],
    ["flows.create", (mas) => mas.flows.create({ name: "Welcome" })],
    ["events.track", (mas) => mas.events.track({ contact_id: 1, event: "paid" })],
    ["contacts.create", (mas) => mas.contacts.create({ email: ally })],
    ["lists.updateContacts", (mas) => mas.lists.updateContacts(1, { action: "add", emails: [ally] })],
    ["imports.create", (mas) => mas.imports.create({ resource: "contacts", file: { content: "email\n" } })],
    ["publicForms.submit", (mas) => mas.publicForms.submit({ email: ally, list_id: 1 })],
  ])("%s has recipients that cannot be seen, and is sent only if it is named", async (name, call) => {
    const mock = await service()
    const error = await refusal(call(client(mock)))
    expect(error).toMatchObject({ rule: "allowIndirect", recipient: undefined })
    expect(error.message).toContain(`Name ${name} in allowIndirect`)
    expect(mock.world.requests.list()).toEqual([])
    const allowIndirect = [name] as never[]
    const allowed = client(mock, { recipients: { allow: [], allowIndirect } })
    await Promise.resolve(call(allowed)).catch(() => {})
    expect(mock.world.requests.list()).toHaveLength(1)
  })

  it("allows calls that reach nobody", async () => {
    const mas = client(await service(), { recipients: { allow: [] } })
    await mas.contacts.list()
    await mas.lists.create({ name: "New" })
    await mas.templates.create({ name: "New", from_email: "hello@acme.test" })
    expect(await mas.request("GET /v1/my/webhooks")).toEqual([])
  })

  it("refuses a write to an unknown path, unless it is named", async () => {
    const mock = await service()
    const batch = (mas: Mas) => mas.request("POST /v1/my/messages/batch", { body: { messages: [] } })
    await refusal(batch(client(mock)))
    const recipients = { allowIndirect: ["POST /v1/my/messages/batch"] } as const
    await expect(batch(client(mock, { recipients }))).rejects.toMatchObject({ status: 404 })
  })
})

describe("an endpoint that is allowed although its recipients cannot be seen", () => {
  it("takes the contract's fields and nothing else, unless the contract does not have it", async () => {
    const mock = await service()
    const allowIndirect = ["events.track", "POST /v1/my/messages/batch"] as const
    const mas = client(mock, { recipients: { allow: [ally], allowIndirect } })
    const event = { contact_id: 1, event: "paid", data: { friend: stranger } }
    await mas.events.track(event)
    const more = mas.request("events.track", { body: { ...event, notify: "list-7" } as never })
    expect(await refusal(more)).toMatchObject({
      rule: "allow",
      message:
        "events.track was not sent: notify is not in the contract, so a service may read a recipient from it: leave it out (the option recipients)",
    })
    expect(mock.world.requests.list()).toHaveLength(1)
    const batch = mas.request("POST /v1/my/messages/batch", { body: [{ to: stranger }] })
    await expect(batch).rejects.toMatchObject({ status: 404 })
  })
})

describe("redirectTo", () => {
  it("replaces other recipients, with the first one in a tag and a line in the log", async () => {
    const mock = await service()
    const info = vi.fn()
    const mas = client(mock, { recipients: { redirectTo: "dev@acme.test", allow: [ally] }, logger: { info } })
    const sent = await mas.messages.send({ ...mail, to: `Ada <${stranger}>`, tags: { order: "7" } })
    expect(sent.to).toBe("dev@acme.test")
    expect(mock.world.messages.get(sent.id).tags).toMatchObject({ order: "7", redirected_from: `Ada <${stranger}>` })
    expect(info).toHaveBeenCalledWith("POST /v1/my/messages is redirected to dev@acme.test", {
      source: "the option recipients",
    })
    expect((await mas.messages.send({ ...mail, to: ally })).to).toBe(ally)
  })

  it("is per channel: a message without a target for its channel is refused", async () => {
    const mock = await service()
    const sms = { channel: "sms", to: "+4915112345678", body: "Hi" } as const
    const mails = client(mock, { recipients: { redirectTo: "dev@acme.test" } })
    expect(await refusal(mails.messages.send(sms))).toMatchObject({ rule: "redirectTo", recipient: sms.to })
    const both = client(mock, { recipients: { redirectTo: { email: "dev@acme.test", sms: "+4917112345678" } } })
    expect((await both.messages.send(sms)).to).toBe("+4917112345678")
  })

  it("gets one test of a template, however many recipients it replaces", async () => {
    const mock = await service()
    const mas = client(mock, { recipients: { redirectTo: "dev@acme.test", allow: [ally] } })
    const { results } = await mas.templates.sendTest(1, { email: [stranger, ally, "joan@example.test"] })
    expect(results.map(({ email }) => email)).toEqual(["dev@acme.test", ally])
  })

  it("does not replace an address that identifies a record's owner", async () => {
    const mock = await service()
    const mas = client(mock, { recipients: { redirectTo: "dev@acme.test" } })
    expect(await refusal(mas.invites.create({ email: stranger, role: "member" }))).toMatchObject({ rule: "redirectTo" })
    expect(mock.world.serviceMail()).toEqual([])
  })

  it("works with a failing logger", async () => {
    const mock = await service()
    const info = () => {
      throw new Error("no room")
    }
    const mas = client(mock, { recipients: { redirectTo: "dev@acme.test" }, logger: { info } })
    expect((await mas.messages.send({ ...mail, to: stranger })).to).toBe("dev@acme.test")
  })
})

describe("the environment", () => {
  const withEnvironment = async (env: Record<string, string | undefined>, options = {}) => {
    const mock = await service()
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    try {
      return new Mas({ ...mock.world.clientOptions, ...options })
    } finally {
      vi.unstubAllEnvs()
    }
  }

  it("can set the allowed recipients, separated by commas or spaces", async () => {
    const mas = await withEnvironment({ MAS_ALLOWED_RECIPIENTS: "*@acme.test, +4915*\nana@example.test" })
    await mas.messages.send({ ...mail, to: "ana@example.test" })
    expect(await refusal(mas.messages.send({ ...mail, to: stranger }))).toMatchObject({
      source: "MAS_ALLOWED_RECIPIENTS",
      message: expect.stringContaining("none of the 3 entries of allow fits (MAS_ALLOWED_RECIPIENTS)"),
    })
  })

  it("can set the redirect for both channels in one variable", async () => {
    const mas = await withEnvironment({ MAS_REDIRECT_TO: "dev@acme.test,+4915112345678" })
    expect((await mas.messages.send({ ...mail, to: stranger })).to).toBe("dev@acme.test")
    expect((await mas.messages.send({ channel: "sms", to: "+4917112345678", body: "Hi" })).to).toBe("+4915112345678")
  })

  it.each([{ MAS_ALLOWED_RECIPIENTS: "" }, { MAS_REDIRECT_TO: "" }])(
    "allows nobody if a variable is empty: %j",
    async (env) => {
      const mas = await withEnvironment(env)
      expect(await refusal(mas.messages.send({ ...mail, to: ally }))).toMatchObject({ source: Object.keys(env)[0] })
    },
  )

  it("is replaced by the option", async () => {
    const mas = await withEnvironment({ MAS_ALLOWED_RECIPIENTS: "" }, { recipients: { allow: [ally] } })
    expect((await mas.messages.send({ ...mail, to: ally })).to).toBe(ally)
  })
})

describe("the log", () => {
  it("says once at the start that recipients are guarded and by which setting", async () => {
    const mock = await service()
    const info = vi.fn()
    client(mock, { logger: { info } })
    new Mas({ ...mock.world.clientOptions, logger: { info } })
    expect(info.mock.calls).toEqual([["recipients are guarded", { source: "the option recipients" }]])
  })
})
