import { describe, expect, it } from "vitest"
import { createMockService, type MockServiceOptions } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"
import { rejection } from "../sdk/core/support.ts"
import { mock } from "../support/mock.ts"

type Deliver = NonNullable<MockServiceOptions["deliver"]>
type Mock = ReturnType<typeof mock>

const mail = { channel: "email", to: "ada@example.test", subject: "Hello", body: "Hello" } as const
const answered = { status: 204, duration: 1 }
const why = "A webhook receiver of this world made this call, which waits for that receiver's response"

const whyNot = expect.objectContaining({ status: 409, message: expect.stringContaining(why) })

/** A mock that passes its webhooks to `deliver`, with a delivery pending. */
async function aboutToDeliver(deliver: Deliver, options: MockServiceOptions = {}): Promise<Mock> {
  const m = mock({ deliver, ...options })
  await m.call("POST", "/v1/my/webhooks", {
    body: { url: "https://hooks.example.com/", events: ["email.delivered"] },
  })
  await m.call("POST", "/v1/my/messages", { body: mail })
  return m
}

describe("a receiver in this process", () => {
  const waits: readonly (readonly [string, (m: Mock) => Promise<unknown>])[] = [
    ["advances", ({ control }) => control.advance("1m")],
    ["advances to the next timer", ({ control }) => control.advance({ to: "next" })],
    ["runs due work", ({ control }) => control.advance(0)],
    ["sets the clock", ({ control }) => control.clock.set({ mode: "real" })],
    ["expects a message", ({ control }) => control.expect.message({ subject: "Welcome" })],
    ["expects a webhook", ({ control }) => control.expect.delivery({ event_type: "email.opened" })],
    ["expects that nothing is sent", ({ control }) => control.expect.nothingSent({ subject: "Welcome" })],
  ]

  it.each(waits)("that %s is refused at once, and the attempt says why", async (_, wait) => {
    const m = await aboutToDeliver(async () => {
      await wait(m)
      return answered
    })
    await m.advance(0)
    expect(m.control.deliveries.list()).toMatchObject([{ attempt: 1, error: expect.stringContaining(why) }])
  })

  it.each(["frozen", "real"] as const)("is refused over the control API, too, on a %s clock", async (clock) => {
    const responses: unknown[] = []
    const deliver: Deliver = async () => {
      responses.push(await m.call("POST", "/_mock/clock/advance", { key: null, body: { by: "1m" } }))
      return answered
    }
    const m = await aboutToDeliver(deliver, { clock })
    await m.advance(0)
    expect(responses).toMatchObject([{ status: 409, body: { message: expect.stringContaining(why) } }])
  })

  it("closes neither the service nor its world", async () => {
    const refusals: unknown[] = []
    const service = createMockService({
      clock: "frozen",
      deliver: async () => {
        refusals.push(await rejection(service.close()), await rejection(world.close()))
        return answered
      },
    })
    const world = service.world.worlds.create()
    const mas = new Mas(world.clientOptions)
    await mas.webhooks.create({ url: "https://hooks.example.com/", events: ["email.delivered"] })
    await mas.messages.send(mail)
    await world.advance(0)
    expect(refusals).toEqual([whyNot, whyNot])
    await service.close()
  })

  it("gets an error from a client's wait that the clock is frozen", async () => {
    const csv = { file: { content: "email\nben@example.test\n", filename: "a.csv" }, resource: "contacts" } as const
    const failed: unknown[] = []
    const m = await aboutToDeliver(async () => {
      const mas = new Mas(m.control.clientOptions)
      const { id } = await mas.imports.create(csv)
      failed.push(await rejection(mas.imports.waitUntilDone(id)))
      return answered
    })
    await m.advance(0)
    expect(failed).toEqual([expect.objectContaining({ message: expect.stringContaining("clock is frozen") })])
  })

  it("can move other worlds, whose receivers may not move its own", async () => {
    const errors: unknown[] = []
    const m = await aboutToDeliver(async () => {
      if (errors.length > 0) return answered
      const other = mock({
        deliver: async () => {
          errors.push(await rejection(m.control.advance("1m")))
          return answered
        },
      })
      const webhook = { url: "https://b.example.com/", events: ["email.delivered"] }
      await other.call("POST", "/v1/my/webhooks", { body: webhook })
      await other.call("POST", "/v1/my/messages", { body: mail })
      errors.push((await other.control.advance("1m")).fired)
      return answered
    })
    await m.advance(0)
    expect(errors).toEqual([whyNot, expect.any(Number)])
    expect(m.control.deliveries.list()).toMatchObject([{ response_status: 204 }])
  })

  it("can move time after it has responded, or in a world that was reset", async () => {
    const moved: unknown[] = []
    let work = Promise.resolve()
    const m = await aboutToDeliver(async () => {
      work = new Promise(setImmediate).then(async () => void moved.push(await m.control.advance("1m")))
      return answered
    })
    await m.advance(0)
    await work
    const other = await aboutToDeliver(async () => {
      other.control.reset()
      moved.push(await other.control.advance("2m"))
      return answered
    })
    await other.advance(0)
    const at = (time: string) => expect.objectContaining({ now: `2026-03-01T${time}.000Z` })
    expect(moved).toEqual([at("12:01:00"), at("12:02:00")])
  })
})

describe("a remote receiver that does not respond in time", () => {
  /** The error of an attempt that timed out, after `meanwhile` was called. */
  async function lateAfter(meanwhile: (m: Mock) => unknown): Promise<string | null | undefined> {
    let end = () => {}
    const deliver: Deliver = (request) =>
      new Promise((resolve) => {
        end = () => resolve({ error: request.noResponse, duration: request.timeout })
      })
    const m = await aboutToDeliver(deliver)
    await new Promise(setImmediate)
    const done = meanwhile(m)
    end()
    await done
    await m.advance(0)
    return m.control.deliveries.list()[0]?.error
  }

  it("causes a plain timeout error", async () => {
    expect(await lateAfter(() => {})).toBe("no response within 10 s")
  })

  it("causes an error that names the advance which waits for it: the receiver may have started it", async () => {
    expect(await lateAfter(({ control }) => control.advance("30s"))).toBe(
      "no response within 10 s: an advance of this world's clock started meanwhile and waits for this attempt. If the receiver started it, respond first and advance from the test",
    )
  })
})
