import { afterEach, expect, it } from "vitest"
import { Endpoint } from "../../../cli/commands/webhooks/endpoint.ts"
import type { Context } from "../../../cli/connection/context.ts"
import { createMockService } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { webhookEventTypes } from "../../../sdk/webhooks/events.ts"

const url = "https://hooks.example.com/listen"
let service = createMockService({ clock: "frozen" })
let notes: string[] = []
afterEach(async () => {
  await service.close()
  service = createMockService({ clock: "frozen" })
  notes = []
})

const client = () => new Mas(service.clientOptions)
interface Next {
  readonly words: string[]
  readonly args: string[]
  readonly flags: { readonly events?: string[] }
}

/** The parts of a context that an endpoint uses. */
const context = (flags: object = {}) =>
  ({
    flags,
    io: { signal: AbortSignal.any([]) },
    note: (text: string) => notes.push(text),
    nextCommand: ({ words, args, flags: { events = [] } }: Next) =>
      [...words, ...args, events.join(",")].join(" ").trim(),
  }) as unknown as Context
const open = (flags?: object) => Endpoint.open(client(), url, context(flags))
const endpoints = async () => (await client().webhooks.list()).items

it("an endpoint is added for every event, or for the named ones, and removed again", async () => {
  const endpoint = await open()
  expect(await endpoints()).toMatchObject([{ id: endpoint.id, url, enabled: true }])
  expect((await endpoints())[0]?.events).toHaveLength(8)
  await endpoint.remove()
  expect([await endpoints(), notes]).toEqual([[], ["Endpoint 1 removed."]])
  const few = await open({ events: ["email.opened", "email.sent"] })
  expect((await endpoints())[0]?.events).toEqual(["email.sent", "email.opened"])
  few.keep()
  await few.remove()
  expect(await endpoints()).toHaveLength(1)
  await expect(open({ events: ["nothing"] })).rejects.toThrow("--events names no event type")
})

it("an existing endpoint keeps its settings whatever events are named, and a note says so", async () => {
  const { id, secret } = await client().webhooks.create({ url, events: ["email.sent"] })
  await client().webhooks.create({ url: `${url}/other`, events: ["email.sent"] })
  const before = await client().webhooks.get(id)
  const unchangedNote = "Endpoint 1 already exists and keeps its settings and secret: it sends email.sent."
  for (const [flags, expected] of [
    [{}, [unchangedNote]],
    [{ events: ["email.sent"] }, [unchangedNote]],
    [
      { events: ["email.bounced", "email.sent"] },
      [
        unchangedNote,
        "--events applies only to this command. It does not send email.bounced. To change the endpoint: webhooks update 1 email.sent,email.bounced",
      ],
    ],
  ] as const) {
    notes = []
    const endpoint = await open(flags)
    expect([endpoint.id, endpoint.secret, notes]).toEqual([id, secret, expected])
    await endpoint.remove()
  }
  expect(await client().webhooks.get(id)).toEqual(before)
  await client().webhooks.update(id, { events: [...webhookEventTypes] })
  notes = []
  await open({ events: ["email.sent"] })
  expect(notes).toEqual([
    unchangedNote.replace("email.sent", "every event"),
    "--events applies only to this command. To change the endpoint: webhooks update 1 email.sent",
  ])
  expect(await endpoints()).toHaveLength(2)
})

it("a disabled endpoint is enabled, with a note", async () => {
  const { id } = await client().webhooks.create({ url, events: ["email.sent"] })
  await client().webhooks.update(id, { enabled: false })
  await open()
  expect((await client().webhooks.get(id)).enabled).toBe(true)
  expect(notes[0]).toBe("Endpoint 1 was disabled: it is enabled again.")
})

it("an existing endpoint is added again with the same events, and kept", async () => {
  await client().webhooks.create({ url, events: ["email.sent"] })
  const endpoint = await open()
  await client().webhooks.delete(1)
  await endpoint.addAgain()
  await endpoint.remove()
  expect(await endpoints()).toMatchObject([{ id: 2, url, events: ["email.sent"] }])
})

it("an endpoint is seen as there, gone, moved or unreachable, and can be added again", async () => {
  const endpoint = await open()
  expect(await endpoint.look()).toBe("there")
  await client().webhooks.update(endpoint.id, { url: `${url}/moved` })
  expect(await endpoint.look()).toBe("gone")
  await client().webhooks.delete(endpoint.id)
  expect(await endpoint.look()).toBe("gone")
  await endpoint.addAgain()
  expect([endpoint.id, await endpoint.look()]).toEqual([2, "there"])
  const { id } = service.world.faults.add({ path: "/v1/my/webhooks/*", status: 403 })
  // Without permission to check, it is assumed to exist.
  expect(await endpoint.look()).toBe("there")
  service.world.faults.remove(id)
  service.world.faults.add({ drop: "before" })
  expect(await endpoint.look()).toBe("away")
})

it("a failed removal prints the command; a missing endpoint prints nothing", async () => {
  const endpoint = await open()
  const { id } = service.world.faults.add({ method: "DELETE", status: 403 })
  await endpoint.remove()
  expect(notes).toEqual(["Endpoint 1 could not be removed. Do it with: webhooks delete 1"])
  service.world.faults.remove(id)
  await client().webhooks.delete(1)
  await endpoint.remove()
  expect(notes).toHaveLength(1)
})

it("an endpoint knows the deliveries of an event, and the number of earlier attempts", async () => {
  const endpoint = await open({ events: ["email.sent"] })
  await client().webhooks.test(endpoint.id, { type: "email.sent" })
  const [delivery] = (await client().webhooks.deliveries(endpoint.id)).items
  const eventId = delivery?.event_id ?? ""
  expect([await endpoint.deliveryOf(eventId), await endpoint.deliveryOf("evt_none")]).toEqual([delivery?.id, undefined])
  expect([await endpoint.attemptsOf(eventId), await endpoint.attemptsOf("evt_none")]).toEqual([
    delivery?.attempts,
    undefined,
  ])
})
