import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { createMockService, type MockService } from "../../../mock-server/index.ts"
import {
  type CeilingOptions,
  type ClientOptions,
  ConnectionError,
  type Fetch,
  InvalidArgumentError,
  Mas,
  RequestError,
  SendCeilingError,
} from "../../../sdk/index.ts"
import { type CeilingStore, memoryCeiling } from "../../../sdk/stores/index.ts"
import { CeilingLedger } from "../../../sdk/stores/memory-ceiling.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { rejection } from "../core/support.ts"

const mail = { channel: "email", subject: "Hello", body: "Hello" } as const
const ana = "ana@example.test"

async function service(): Promise<MockService> {
  const mock = await createMockService({ clock: "frozen" })
  onTestFinished(() => mock.close())
  return mock
}

const client = ({ world }: MockService, ceiling: CeilingOptions, options: ClientOptions = {}) =>
  new Mas({ ...world.clientOptions, ceiling: { store: memoryCeiling(), ...ceiling }, ...options })

const sentTo = ({ world }: MockService) => world.messages.list({ limit: 1_000 }).map(({ to }) => to)

describe("a client with a ceiling", () => {
  it("sends up to the limit per recipient, and refuses the next before anything is sent", async () => {
    const mock = await service()
    const mas = client(mock, { perRecipient: "2/1h" })
    for (let call = 0; call < 2; call++) await mas.messages.send({ ...mail, to: ana })
    const error = await rejection(mas.messages.send({ ...mail, to: ana }, { idempotencyKey: "third" }))
    await mas.messages.send({ ...mail, to: "bo@example.test" })
    expect(error).toBeInstanceOf(SendCeilingError)
    expect(error).toBeInstanceOf(RequestError)
    const wait = Number(Object(error).retryAt) - mas.clock.now()
    expect(wait).toBeGreaterThan(3_590_000)
    expect(wait).toBeLessThanOrEqual(3_600_000)
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: "SendCeilingError",
      disposition: "later",
      retryAt: expect.any(String),
      message: expect.stringMatching(
        /^messages\.send was not sent: the ceiling of 2\/1h for ana@example\.test is reached: 2 count, there is room at 20.*Z \(the option ceiling\)$/,
      ),
      method: "POST",
      path: "/v1/my/messages",
      attempts: 0,
      idempotencyKey: "third",
      code: "send_ceiling",
      ceiling: "perRecipient",
      recipient: ana,
      limit: 2,
      window: 3_600_000,
      used: 2,
      source: "the option ceiling",
    })
    expect(sentTo(mock).sort()).toEqual([ana, ana, "bo@example.test"])
  })

  it.each([
    [
      "case, display name and white space",
      ["Ana@Example.test", "Ana <ana@EXAMPLE.test>", " ana@example.test", "ANA@example.test"],
    ],
    ["separators of numbers", ["+4915112345678", "+49 151 12345678", "+49(151)12345678"]],
  ])("counts all spellings of a recipient as one: %s", async (_, [first = "", ...others]) => {
    const mas = client(await service(), { perRecipient: "1/1h" })
    const to = (text: string) =>
      text.startsWith("+") ? { channel: "sms" as const, body: "Hi", to: text } : { ...mail, to: text }
    await mas.messages.send(to(first))
    for (const text of others) expect(await rejection(mas.messages.send(to(text)))).toBeInstanceOf(SendCeilingError)
  })

  it("counts each recipient of a list once, and all of them for the total", async () => {
    const mock = await service()
    const mas = client(mock, { perRecipient: "1/1h", total: "3/1h" })
    await mas.templates.sendTest(1, { email: [ana, "ANA@example.test", "bo@example.test"] })
    const full = await rejection(mas.templates.sendTest(1, { email: ["cy@example.test", "di@example.test"] }))
    expect(full).toMatchObject({ ceiling: "total", limit: 3, used: 2, disposition: "later" })
    const twice = await rejection(mas.templates.sendTest(1, { email: ["cy@example.test", ana] }))
    expect(twice).toMatchObject({ ceiling: "total" })
    await mas.templates.sendTest(1, { email: "cy@example.test" })
  })

  it("takes nothing for anybody if one recipient has no room", async () => {
    const mas = client(await service(), { perRecipient: "1/1h" })
    await mas.messages.send({ ...mail, to: ana })
    expect(await rejection(mas.templates.sendTest(1, { email: ["bo@example.test", ana] }))).toMatchObject({
      recipient: ana,
    })
    await mas.messages.send({ ...mail, to: "bo@example.test" })
  })

  it("says that a call with more recipients than the limit can never pass", async () => {
    const mas = client(await service(), { total: "2/1h" })
    const email = ["a@example.test", "b@example.test", "c@example.test"]
    const error = await rejection(mas.templates.sendTest(1, { email }))
    expect(error).toMatchObject({ disposition: "final", isRefusal: false, ceiling: "total", retryAt: undefined })
    expect(error).toHaveProperty("message", expect.stringContaining("it reaches 3 people, and the ceiling is 2/1h"))
  })

  it("counts repeats of one key once, with any payload, and another recipient anew", async () => {
    const mock = await service()
    const mas = client(mock, { perRecipient: "1/1h", total: "2/1h" })
    const keyed = { idempotencyKey: "one" }
    for (let call = 0; call < 3; call++) await mas.messages.send({ ...mail, to: ana }, keyed)
    expect(await rejection(mas.messages.send({ ...mail, to: ana, subject: "Other" }, keyed))).toMatchObject({
      status: 409,
    })
    expect(await rejection(mas.messages.send({ ...mail, to: ana }))).toMatchObject({ ceiling: "perRecipient" })
    expect(await rejection(mas.messages.send({ ...mail, to: "bo@example.test" }, keyed))).toMatchObject({ status: 409 })
    // What the service refused was given back.
    await mas.messages.send({ ...mail, to: "bo@example.test" })
    expect(await rejection(mas.messages.send({ ...mail, to: "cy@example.test" }))).toMatchObject({ ceiling: "total" })
    expect(sentTo(mock).sort()).toEqual([ana, "bo@example.test"])
  })

  it("counts the retries of a call once", async () => {
    const mock = await service()
    const mas = client(mock, { perRecipient: "1/1h" }, { maxRetries: 3 })
    mock.world.faults.add({ path: "/v1/my/messages", status: 503, times: 2 })
    await mas.messages.send({ ...mail, to: ana })
    expect(sentTo(mock)).toEqual([ana])
  })

  it.each([
    ["the service refuses it", { status: 422 }],
    ["the service is busy and names a time", { status: 429, retry_after: 60 }],
  ])("gives back what was not sent: %s", async (_, fault) => {
    const mock = await service()
    const mas = client(mock, { perRecipient: "1/1h" }, { maxRetries: 0 })
    mock.world.faults.add({ path: "/v1/my/messages", times: 1, ...fault })
    expect(await rejection(mas.messages.send({ ...mail, to: ana }))).toMatchObject({ status: fault.status })
    await mas.messages.send({ ...mail, to: ana })
  })

  it("keeps counted what may have been sent", async () => {
    const mock = await service()
    const mas = client(mock, { perRecipient: "1/1h" }, { maxRetries: 0 })
    mock.world.faults.add({ path: "/v1/my/messages", status: 500, times: 1 })
    expect(await rejection(mas.messages.send({ ...mail, to: ana }))).toMatchObject({ status: 500 })
    expect(await rejection(mas.messages.send({ ...mail, to: ana }))).toBeInstanceOf(SendCeilingError)
  })

  it("counts a request from the moment when its program runs again, if it was suspended before that may have left", async () => {
    const mock = await service()
    const ledger = new CeilingLedger()
    let now = 0
    const store: CeilingStore = {
      ...memoryCeiling(),
      take: async (use) => ledger.take(use, now),
      settle: async (use, isSent) => ledger.settle(use, isSent, now),
    }
    const suspended: Fetch = async () => {
      now += 3_600_000
      throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })
    }
    const ceiling = { total: "1/10m", store }
    const mas = client(mock, ceiling, { fetch: suspended, maxRetries: 0 })
    await rejection(mas.messages.send({ ...mail, to: ana }))
    const other = client(mock, ceiling)
    expect(await rejection(other.messages.send({ ...mail, to: "bo@example.test" }))).toBeInstanceOf(SendCeilingError)
  })

  it("gives back what never left: no connection", async () => {
    const store = memoryCeiling()
    const options = { apiKey: "key", ceiling: { perRecipient: "1/1h", store }, maxRetries: 0 }
    const mas = new Mas({ ...options, baseUrl: "http://127.0.0.1:1" })
    for (let call = 0; call < 3; call++)
      expect(await rejection(mas.messages.send({ ...mail, to: ana }))).toMatchObject({ neverSent: true })
  })

  it.each<[string, (mas: Mas) => PromiseLike<unknown>]>([
    ["campaigns.send", (mas) => mas.campaigns.send(1)],
    ["contacts.create", (mas) => mas.contacts.create({ email: ana })],
    ["events.track", (mas) => mas.events.track({ contact_id: 1, event: "paid" })],
  ])("%s reaches people whom it does not name: refused, unless it says how many", async (name, call) => {
    const mock = await service()
    expect(await rejection(call(client(mock, { total: "5/1h" })))).toMatchObject({
      ceiling: "recipients",
      disposition: "final",
      message: expect.stringContaining(`"${name} counts …" in MAS_MAX_SENDS`),
    })
    const limits = `5/1h, ${name} counts 3`
    const mas = client(mock, { limits })
    await Promise.resolve(call(mas)).catch((error: unknown) => expect(error).toHaveProperty("status"))
    expect(mock.world.requests.list().length).toBe(1)
  })

  it("counts unseen recipients for the total, until the limit", async () => {
    const mock = await service()
    const mas = client(mock, { total: "7/1h", perRecipient: "1/1h", allowIndirect: { "contacts.create": 3 } })
    await mas.contacts.create({ email: "one@example.test" })
    await mas.contacts.create({ email: "two@example.test" })
    expect(await rejection(mas.contacts.create({ email: "three@example.test" }))).toMatchObject({ used: 6 })
    await mas.messages.send({ ...mail, to: ana })
    expect(await rejection(mas.messages.send({ ...mail, to: "bo@example.test" }))).toMatchObject({ used: 7 })
  })

  it("counts what the contract does not have, and refuses what may turn a call into another one", async () => {
    const mock = await service()
    const mas = client(mock, { total: "1/1h" })
    const bcc = { ...mail, to: ana, bcc: "bo@example.test" } as never
    expect(await rejection(mas.messages.send(bcc))).toMatchObject({ message: expect.stringContaining("reaches 2") })
    const list = { ...mail, to: ana, cc: ["bo@example.test"] } as never
    expect(await rejection(mas.messages.send(list))).toMatchObject({ ceiling: "recipients" })
    const rerouted = mas.request("PATCH /v1/my/contacts/1", { body: {} }, { headers: { "X-HTTP-Method": "POST" } })
    expect(await rejection(rerouted)).toMatchObject({ ceiling: "recipients" })
    const hooked = client(mock, { total: "1/1h" }, { onRequest: () => ({ "X-HTTP-Method-Override": "PUT" }) })
    expect(await rejection(hooked.messages.send({ ...mail, to: ana }))).toMatchObject({ ceiling: "recipients" })
    expect(mock.world.requests.list()).toEqual([])
  })

  it("counts nothing that reaches nobody", async () => {
    const store = {
      ...memoryCeiling(),
      take: () => expect.fail("it was counted"),
      stopped: () => expect.fail("it was asked"),
    }
    const mas = client(await service(), { total: "1/1h", store })
    await mas.account.get()
    await mas.lists.create({ name: "Customers" })
  })

  it("has one budget for each account of a shared store, whichever client asks", async () => {
    const mock = await service()
    const store = memoryCeiling()
    const [one, same] = [client(mock, { total: "1/1h", store }), client(mock, { total: "1/1h", store })]
    await one.messages.send({ ...mail, to: ana })
    expect(await rejection(same.messages.send({ ...mail, to: ana }))).toBeInstanceOf(SendCeilingError)
    const other = client(mock, { total: "1/1h", store }, { apiKey: "another-key" })
    expect(await rejection(other.messages.send({ ...mail, to: ana }))).toHaveProperty("status", 401)
  })

  it("has the budget of its account with tokens that are fetched anew", async () => {
    const mock = await service()
    const { apiKey, ...options } = mock.world.clientOptions
    let fetched = 0
    const ceiling = { total: "1/1h", store: memoryCeiling() }
    const make = () => new Mas({ ...options, token: () => (fetched++ ? "renewed" : apiKey), ceiling })
    await make().messages.send({ ...mail, to: ana })
    expect(await rejection(make().messages.send({ ...mail, to: ana }))).toBeInstanceOf(SendCeilingError)
  })

  it("holds two limits on one store: each client keeps its own", async () => {
    const mock = await service()
    const store = memoryCeiling()
    const [narrow, wide] = [client(mock, { total: "1/1h", store }), client(mock, { total: "3/1d", store })]
    await narrow.messages.send({ ...mail, to: ana })
    await wide.messages.send({ ...mail, to: ana })
    expect(await rejection(narrow.messages.send({ ...mail, to: ana }))).toMatchObject({ used: 2 })
    await wide.messages.send({ ...mail, to: ana })
    expect(await rejection(wide.messages.send({ ...mail, to: ana }))).toMatchObject({ used: 3 })
  })

  it("cannot be loosened by a call or a copy", async () => {
    const mock = await service()
    const mas = client(mock, { total: "1/1h" })
    const loose = { ceiling: { total: "100/1h" } }
    expect(() => mas.withOptions(loose)).toThrow("ceiling is set already (the option ceiling) and cannot be changed")
    // @ts-expect-error the types offer no ceiling for one call
    const looseCall = mas.messages.send({ ...mail, to: ana }, loose)
    expect(await rejection(looseCall)).toBeInstanceOf(InvalidArgumentError)
    await mas.withOptions({ maxRetries: 0 }).messages.send({ ...mail, to: ana })
    const { baseUrl, apiKey } = mock.world.clientOptions
    const others = [{}, { accountId: 1 }, { accountId: "01" }, { token: async () => apiKey }, { apiKey: "another" }]
    for (const options of [...others, { baseUrl: baseUrl.replace("127.0.0.1", "localhost") }]) {
      for (const copy of [mas.withOptions(options), mas.withOptions(options).withOptions({ accountId: 2 })])
        expect(await rejection(copy.messages.send({ ...mail, to: ana }))).toBeInstanceOf(SendCeilingError)
    }
    expect(await rejection(mas.messages.send({ ...mail, to: ana }, { accountId: 1 }))).toBeInstanceOf(SendCeilingError)
  })

  it("counts in all clients of the process if it has no store", async () => {
    const mock = await service()
    const make = () => new Mas({ ...mock.world.clientOptions, accountId: 1, ceiling: { total: "2/1h" } })
    await make().messages.send({ ...mail, to: ana })
    await make().messages.send({ ...mail, to: ana })
    expect(await rejection(make().messages.send({ ...mail, to: ana }))).toBeInstanceOf(SendCeilingError)
  })

  it.each<[string, CeilingStore["take"], string]>([
    ["fails", () => Promise.reject(new Error("ECONNREFUSED")), "its ceiling failed: ECONNREFUSED"],
    [
      "throws",
      () => {
        throw new Error("closed")
      },
      "its ceiling failed: closed",
    ],
  ])("sends nothing while its store is down: %s", async (_, take, problem) => {
    const mock = await service()
    const mas = client(mock, { total: "2/1h", store: { ...memoryCeiling(), take } })
    const error = await rejection(mas.messages.send({ ...mail, to: ana }))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ neverSent: true, disposition: "retry", message: expect.stringContaining(problem) })
    expect(error).toHaveProperty("message", expect.stringContaining("Nothing is sent until its store works again"))
    expect(mock.world.requests.list()).toEqual([])
  })

  it("returns the message although its store fails after the send", async () => {
    const mock = await service()
    const warnings: string[] = []
    const logger = { warn: (text: string) => void warnings.push(text) }
    const store = { ...memoryCeiling(), settle: () => Promise.reject(new Error("gone")) }
    const mas = client(mock, { total: "2/1h", store }, { logger })
    expect(await mas.messages.send({ ...mail, to: ana })).toHaveProperty("id")
    expect(warnings).toEqual(["the ceiling's store failed after a send"])
  })
})

describe("the ceiling of the environment", () => {
  const environment = (variables: Readonly<Record<string, string | undefined>>) => {
    for (const [name, value] of Object.entries({ MAS_CEILING_STORE: undefined, ...variables })) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
  }
  const fromEnvironment = ({ world }: MockService) => new Mas(world.clientOptions)

  it("counts in a file of the user, for all clients", async () => {
    const folder = temporaryFolder(onTestFinished)
    environment({ MAS_MAX_SENDS: "1/1h", MAS_CONFIG_DIR: folder })
    const mock = await service()
    await fromEnvironment(mock).messages.send({ ...mail, to: ana })
    const error = await rejection(fromEnvironment(mock).messages.send({ ...mail, to: ana }))
    expect(error).toMatchObject({ ceiling: "total", source: "MAS_MAX_SENDS", used: 1 })
    const path = join(folder, "state", "ceiling.json")
    expect(await fromEnvironment(mock).sending.status()).toMatchObject({
      sharedBy: `all on this machine that share ${path}`,
    })
    expect(JSON.parse(readFileSync(path, "utf8")).rows).toHaveLength(1)
  })

  it("counts where MAS_CEILING_STORE says, and in this process if that is memory", async () => {
    const path = join(temporaryFolder(onTestFinished), "shared.json")
    const mock = await service()
    environment({ MAS_CEILING_STORE: path })
    await fromEnvironment(mock).sending.stop({ reason: "a wrong list" })
    expect(JSON.parse(readFileSync(path, "utf8")).stop).toMatchObject({ reason: "a wrong list" })
    expect(await rejection(fromEnvironment(mock).messages.send({ ...mail, to: ana }))).toMatchObject({
      ...{ ceiling: "stop", source: "MAS_CEILING_STORE" },
    })
    environment({ MAS_MAX_SENDS: "5/1h", MAS_CEILING_STORE: "memory" })
    const mas = fromEnvironment(mock)
    await mas.messages.send({ ...mail, to: ana })
    expect(await mas.sending.status()).toMatchObject({ isStopped: false, sharedBy: "this process only" })
  })

  it.each(["https://example.test", "mysql://localhost"])("is refused with a store at %s", async (address) => {
    environment({ MAS_CEILING_STORE: address })
    const error = await rejection(fromEnvironment(await service()).messages.send({ ...mail, to: ana }))
    expect(error).toHaveProperty("message", expect.stringContaining("must be postgres://…, redis://…, or the path"))
  })
})

describe("the words of a ceiling", () => {
  it.each<[object, string]>([
    [{}, "ceiling has no limit: give perRecipient or total"],
    [{ perRecipient: undefined, total: undefined }, "ceiling has no limit: give perRecipient or total"],
    [{ source: "conf", allowIndirect: { "campaigns.send": 5 } }, "ceiling has no limit"],
    [{ totals: "5/1h" }, "ceiling.totals is not one of limits, perRecipient, total"],
    [{ total: "5/1h", totals: "5/1h" }, "ceiling.totals is not one of limits, perRecipient, total"],
    [["5/1h"], "ceiling.0 is not one of limits"],
  ])("%j is refused before a client has it", (ceiling, problem) => {
    const client = { baseUrl: "http://127.0.0.1:1", apiKey: "a" }
    expect(() => new Mas({ ...client, ceiling } as never)).toThrow(problem)
    expect(() => new Mas(client).withOptions({ ceiling } as never)).toThrow(problem)
  })

  it.each<[CeilingOptions | object, string]>([
    [{ limits: "campaigns.send counts 5", source: "MAS_MAX_SENDS" }, "MAS_MAX_SENDS has no limit"],
    [{ total: "" }, 'ceiling.total is "": a limit is a number and a window'],
    [{ total: "5" }, 'ceiling.total is "5"'],
    [{ total: 5 }, "ceiling.total is 5"],
    [{ total: "5/1h/2" }, "ceiling.total is"],
    [{ total: "0/1h" }, "to send nothing, stop sending"],
    [{ total: "-1/1h" }, "ceiling.total is"],
    [{ total: "1.5/1h" }, "ceiling.total is"],
    [{ total: "5/0h" }, "ceiling.total is"],
    [{ total: "5/60" }, "ceiling.total is"],
    [{ total: "5/60d" }, "a window of 1s to 31d"],
    [{ perRecipient: "many/1h" }, "ceiling.perRecipient is"],
    [{ total: "5/1h", store: {} }, "ceiling.store must be memoryCeiling()"],
    [{ total: "5/1h", allowIndirect: { "messages.send": 3 } }, "ceiling.allowIndirect holds messages.send"],
    [{ total: "5/1h", allowIndirect: { "campaigns.send": 0 } }, "ceiling.allowIndirect must have a whole number"],
    [{ limits: "" }, "ceiling.limits is empty"],
    [{ limits: "5/1h per recipient,, 5/1h" }, 'ceiling.limits has ""'],
    [{ limits: "5/1h each" }, 'ceiling.limits has "5/1h each": after a limit comes "per recipient" or nothing'],
    [{ limits: "5/1h, 6/1h" }, "ceiling.limits has two limits for all"],
    [{ limits: "5/1h, campaigns.send counts many" }, "ceiling.limits has"],
  ])("%j is refused", async (ceiling, problem) => {
    const mock = await service()
    const mas = new Mas({ ...mock.world.clientOptions, ceiling })
    const error = await rejection(mas.messages.send({ ...mail, to: ana }))
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(error).toHaveProperty("message", expect.stringContaining(problem))
    expect(mock.world.requests.list()).toEqual([])
  })
})

describe("a count under a ceiling", () => {
  it("is of its own brand and account, also with one idempotency key", async () => {
    const mock = await service()
    const mas = client(mock, { perRecipient: "1/1h" })
    const idempotencyKey = "newsletter-1"
    await mas.messages.send({ ...mail, to: ana }, { idempotencyKey, brandSid: "brand_main" })
    await mas.messages.send({ ...mail, to: ana }, { idempotencyKey, brandSid: "brand_main" })
    const other = mas.messages.send({ ...mail, to: ana }, { idempotencyKey, brandSid: "brand_second" })
    expect(await rejection(other)).toBeInstanceOf(SendCeilingError)
    expect(sentTo(mock)).toEqual([ana])
  })

  /** A store whose replies to `take` come when they are let go, and the uses that it was given back. */
  function slowStore() {
    const store = memoryCeiling()
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const givenBack: string[] = []
    const take: CeilingStore["take"] = async (use) => gate.then(() => store.take(use))
    const settle: CeilingStore["settle"] = async (use, isSent) => {
      if (!isSent) givenBack.push(use.id)
      await store.settle(use, isSent)
    }
    return { letGo, givenBack, store: { ...store, take, settle } }
  }

  it.each([
    ["signal", () => ({ signal: AbortSignal.timeout(20) })],
    ["waitSignal", () => ({ waitSignal: AbortSignal.timeout(20) })],
    ["deadline", () => ({ deadline: 20 })],
  ])("is given back if %s ends the call while the store is asked", async (_, options) => {
    const mock = await service()
    const { letGo, givenBack, store } = slowStore()
    const mas = client(mock, { total: "1/1h", store })
    const error = await rejection(mas.messages.send({ ...mail, to: ana }, options()))
    expect(["AbortError", "TimeoutError"]).toContain(Object(error).name)
    letGo()
    await vi.waitFor(() => expect(givenBack).toHaveLength(1))
    expect(sentTo(mock)).toEqual([])
    await mas.messages.send({ ...mail, to: ana })
  })

  it("is given back if the store replies after its time limit", async () => {
    const { letGo, givenBack, store } = slowStore()
    const mas = client(await service(), { total: "1/1h", store })
    await import("../../../sdk/client/request/ceiling.ts")
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const sending = rejection(mas.messages.send({ ...mail, to: ana }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await sending).toMatchObject({ neverSent: true, message: expect.stringContaining("did not reply") })
    letGo()
    await vi.advanceTimersByTimeAsync(0)
    expect(givenBack).toHaveLength(1)
    await mas.messages.send({ ...mail, to: ana })
  })

  it("is made, and a stop is looked for, once the call has a connection", async () => {
    const arrived: (() => void)[] = []
    const server = createServer((request, response) => {
      request.resume()
      arrived.push(() => response.writeHead(201, { "content-type": "application/json" }).end('{"id":1}'))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const store = memoryCeiling()
    const mas = new Mas({
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: "key",
      maxConnections: 1,
      ceiling: { total: "2/1h", store },
    })
    onTestFinished(() => mas.close())
    const calls = ["ana", "bo", "cy"].map((name) => mas.messages.send({ ...mail, to: `${name}@example.test` }))
    const failed = Promise.all(calls.slice(1).map(rejection))
    await vi.waitFor(() => expect(arrived).toHaveLength(1))
    await mas.sending.stop({ reason: "a wrong list" })
    arrived[0]?.()
    await calls[0]
    for (const error of await failed) expect(error).toMatchObject({ ceiling: "stop", attempts: 0 })
    expect(arrived).toHaveLength(1)
    await mas.sending.start()
    const next = mas.messages.send({ ...mail, to: ana })
    await vi.waitFor(() => expect(arrived).toHaveLength(2))
    arrived[1]?.()
    await next
    expect(await rejection(mas.messages.send({ ...mail, to: ana }))).toMatchObject({ used: 2 })
  })
})

describe("mas.sending", () => {
  it("stops every call that reaches people, of every client that shares the store, and starts them again", async () => {
    const mock = await service()
    const store = memoryCeiling()
    const [mas, other] = [client(mock, { total: "5/1h", store }), client(mock, { store })]
    expect(await mas.sending.status()).toEqual({ isStopped: false, sharedBy: "this process only" })
    expect(await mas.sending.stop({ reason: "a wrong list" })).toMatchObject({
      isStopped: true,
      reason: "a wrong list",
    })
    const calls = [mas, other].flatMap((one) => [
      one.messages.send({ ...mail, to: ana }),
      one.templates.sendTest(1, { email: ana }),
    ])
    for (const call of [...calls, other.campaigns.send(1), other.contacts.create({ email: ana })]) {
      const error = await rejection(call)
      expect(error).toBeInstanceOf(SendCeilingError)
      expect(error).toMatchObject({ ceiling: "stop", code: "sending_stopped", disposition: "later" })
      expect(error).toHaveProperty(
        "message",
        expect.stringMatching(/sending is stopped since .*: a wrong list\. It goes/),
      )
    }
    expect(mock.world.requests.list()).toEqual([])
    await other.account.get()
    await other.lists.create({ name: "Drafts stay possible" })
    expect(await other.sending.start()).toMatchObject({ isStopped: false })
    await mas.messages.send({ ...mail, to: ana })
    await other.messages.send({ ...mail, to: ana })
  })

  it("takes a reason that is text", async () => {
    const mas = client(await service(), {})
    expect(await rejection(mas.sending.stop({ reason: 7 as never }))).toHaveProperty("message", "reason must be text")
    expect(await mas.sending.status()).toMatchObject({ isStopped: false })
  })

  it("needs a ceiling", async () => {
    const mas = new Mas({ ...(await service()).world.clientOptions })
    const error = await rejection(mas.sending.stop())
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(error).toHaveProperty("message", "ceiling is missing: give it with a store, or set MAS_CEILING_STORE")
  })

  it("keeps the time and the reason of a stop at a second one without a reason", async () => {
    const mas = client(await service(), {})
    const first = await mas.sending.stop({ reason: "a wrong list" })
    expect(await mas.sending.stop()).toEqual(first)
    expect(await mas.sending.stop({ reason: "two lists" })).toEqual({ ...first, reason: "two lists" })
    await mas.sending.start()
    expect(await mas.sending.stop()).toMatchObject({ isStopped: true, reason: undefined })
  })

  it("does not wait for ever for a store that is silent", async () => {
    const mas = client(await service(), { store: { ...memoryCeiling(), stopped: () => new Promise(() => {}) } })
    await import("../../../sdk/client/request/ceiling.ts")
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const status = rejection(mas.sending.status())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await status).toHaveProperty("message", "the ceiling's store did not reply within 10 s")
  })

  it("reaches a call that waits for its retry", async () => {
    const mock = await service()
    const mas = client(mock, { total: "5/1h" })
    mock.world.faults.add({ path: "/v1/my/messages", status: 429, retry_after: 1, times: 1 })
    const onResponse = () => mas.sending.stop()
    const call = mas.messages.send({ ...mail, to: ana }, { onResponse })
    expect(await rejection(call)).toMatchObject({ ceiling: "stop", attempts: 1 })
    expect(mock.world.requests.list()).toHaveLength(1)
  })
})
