import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import {
  connectMock,
  createMockService,
  type ExpectedMessage,
  type MockWorld,
  type RemoteWorld,
} from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"

/** A world with one message, and newer ones to other people. */
async function crowded(newer = 10_050) {
  const service = createMockService({ clock: "frozen", now: "2026-03-01T12:00:00Z" })
  const mas = new Mas(service.clientOptions)
  const send = (to: string, subject = "News") => mas.messages.send({ channel: "email", to, subject, html: "<p>Hi</p>" })
  const { id } = await send("Ada@Example.test", "Your receipt")
  // The allowance of a day.
  await service.world.advance("25h")
  const { world } = service
  for (let sent = 0; sent < newer; sent += 50) {
    if (sent === 5_000) await world.advance("25h")
    await Promise.all(Array.from({ length: 50 }, (_, at) => send(`u${sent + at}@example.test`)))
  }
  return { service, world, id, newer }
}

const remote = (service: Awaited<ReturnType<typeof crowded>>["service"]) =>
  connectMock("http://mas.test", { fetch: (input, init) => service.fetch(input, init) })

describe("a world with more than 10,000 newer messages", { tags: "slow" }, () => {
  let filled: Awaited<ReturnType<typeof crowded>>
  beforeAll(async () => {
    filled = await crowded()
  })
  afterAll(() => filled.service.close())

  it("finds the old one by every filter, in process and over HTTP, and fails an expectation that nothing was sent", async () => {
    const { service, world, id } = filled
    const expectations: readonly ExpectedMessage[] = [
      { to: "ada@example.test" },
      { to: "ada@*" },
      { to: /^ada@/i },
      { subject: "Your receipt" },
      { subject: /receipt/, status: "sent" },
      { to: "ada@example.test", channel: "email", brand_id: 1 },
    ]
    for (const observer of [world, await remote(service)] as (MockWorld | RemoteWorld)[]) {
      for (const one of expectations) {
        await expect(observer.expect.nothingSent(one), JSON.stringify(one)).rejects.toThrow(`message ${id} was sent`)
        expect(await observer.expect.message(one)).toMatchObject({ id })
      }
      expect(await observer.messages.list({ to: "ada@example.test" })).toMatchObject([{ id }])
      expect(await observer.messages.latest({ subject: "your *", timeout: 0 })).toMatchObject({ id })
      await observer.expect.nothingSent({ to: "grace@example.test" })
      await observer.expect.nothingSent({ subject: /invoice/ })
    }
  })

  it("pages through all messages by `before`", async () => {
    const { world, newer } = filled
    const ids = new Set<number>()
    for (let before: number | undefined; ; ) {
      const page = world.messages.list({ limit: 4_000, ...(before !== undefined && { before }) })
      if (page.length === 0) break
      for (const { id } of page) ids.add(id)
      before = page[0]?.id
    }
    expect(ids.size).toBe(newer + 1)
  })

  it("says that older requests were not searched when an expectation fails", async () => {
    const { world } = filled
    await expect(world.expect.request({ path: "/v1/my/lists" }, { within: 0 })).rejects.toThrow(
      "Only the newest 10000 are kept: requests up to 51 were not searched.",
    )
  })
})

describe("the rows of a list of messages", () => {
  it("refuse of a list what only messages.get() gives, in process and over HTTP, and leave its rows as they are", async () => {
    const { service, world, id } = await crowded(50)
    onTestFinished(() => service.close())
    for (const observer of [world, await remote(service)] as (MockWorld | RemoteWorld)[]) {
      for (const [row] of [await observer.messages.list({ limit: 1 }), await observer.messages.wait({ timeout: 0 })]) {
        if (row === undefined) throw new Error("No message")
        for (const name of ["tags", "warnings", "links", "html", "timeline"]) {
          expect(() => Reflect.get(row, name)).toThrow(
            `A message of a list has no ${name}: read it with messages.get(${row.id})`,
          )
        }
        expect(Reflect.get(row, "none")).toBeUndefined()
        expect({ ...row }).toEqual(row)
        expect(JSON.parse(JSON.stringify(row))).toEqual(row)
        expect(Object.keys(await observer.messages.get(row.id))).toEqual(
          expect.arrayContaining(["tags", "warnings", "links"]),
        )
      }
    }
    expect(world.messages.list({ before: id + 1 }).at(-1)?.id).toBe(id)
  })
})

describe("a condition that can never hold", () => {
  const service = createMockService({ clock: "frozen" })
  const { expect: expected } = service.world

  it.each([
    [
      "a status that is an event",
      () => expected.message({ status: "delivered" as "sent" }),
      "one of queued, sent, failed",
    ],
    ["a misspelt status", () => expected.nothingSent({ status: "snet" as "sent" }), "one of queued, sent, failed"],
    [
      "a field of no message",
      () => expected.nothingSent({ recipient: "a@b.test" } as object),
      "A message has no recipient",
    ],
    ["a channel that is none", () => expected.message({ channel: "push" as "sms" }), "one of email, sms"],
    ["an event that is none", () => expected.delivery({ event_type: "email.seen" }), "email.bounced"],
    ["an event pattern that fits none", () => expected.delivery({ event_type: /^mail\./ }), "never /^mail\\./"],
    ["an endpoint that is none", () => expected.request({ endpoint: "messages.sent" }), "messages.send"],
    ["a field of no request", () => expected.request({ url: "/v1" } as object), "A request has no url, but id, time"],
  ])("is refused at once: %s", async (_name, ask, text) => {
    const before = service.world.clock.get().now
    const failure = await (async () => ask())().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TypeError)
    expect(String(failure)).toContain(text)
    expect(service.world.clock.get().now).toBe(before)
  })

  it("says where a bounce and a delivery are found", async () => {
    await expect(expected.message({ status: "bounced" as "sent" })).rejects.toThrow('status_reason_code: "hard_bounce"')
  })
})
