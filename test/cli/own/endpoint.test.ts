import { afterEach, expect, it } from "vitest"
import type { Context } from "../../../cli/context.ts"
import { Endpoint } from "../../../cli/webhooks/endpoint.ts"
import { createMockService } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"

const url = "https://hooks.example.com/listen"
let service = createMockService({ clock: "frozen" })
let notes: string[] = []
afterEach(async () => {
  await service.close()
  service = createMockService({ clock: "frozen" })
  notes = []
})

const client = () => new Mas(service.clientOptions)
/** As much of it as an endpoint asks for. */
const context = (flags: object = {}) =>
  ({
    flags,
    io: { signal: AbortSignal.any([]) },
    note: (text: string) => notes.push(text),
    nextCommand: ({ words, args }: { words: string[]; args: string[] }) => [...words, ...args].join(" "),
  }) as unknown as Context
const open = (flags?: object) => Endpoint.open(client(), url, context(flags))
const endpoints = async () => (await client().webhooks.list()).items

it("is added for every event, or for those that are named, and removed again", async () => {
  const endpoint = await open()
  expect(await endpoints()).toMatchObject([{ id: endpoint.id, url, enabled: true }])
  expect((await endpoints())[0]?.events).toHaveLength(8)
  await endpoint.remove()
  expect([await endpoints(), notes]).toEqual([[], ["Endpoint 1 is removed again."]])
  const few = await open({ events: ["email.opened", "email.sent"] })
  expect((await endpoints())[0]?.events).toEqual(["email.sent", "email.opened"])
  few.keep()
  await few.remove()
  expect(await endpoints()).toHaveLength(1)
  await expect(open({ events: ["nothing"] })).rejects.toThrow("--events names no event type")
})

it("that was there before is enabled, changed where events are named, and stays", async () => {
  const { id, secret } = await client().webhooks.create({ url, events: ["email.sent"] })
  await client().webhooks.create({ url: `${url}/other`, events: ["email.sent"] })
  await client().webhooks.update(id, { enabled: false })
  const endpoint = await open()
  expect([endpoint.id, endpoint.secret]).toEqual([id, secret])
  expect(await client().webhooks.get(id)).toMatchObject({ enabled: true, events: ["email.sent"] })
  await open({ events: ["email.bounced"] })
  expect((await client().webhooks.get(id)).events).toEqual(["email.bounced"])
  await endpoint.remove()
  expect([(await endpoints()).length, notes]).toEqual([2, []])
})

it("is seen there, gone, sent elsewhere, or out of reach; and is added again", async () => {
  const endpoint = await open()
  expect(await endpoint.look()).toBe("there")
  await client().webhooks.update(endpoint.id, { url: `${url}/moved` })
  expect(await endpoint.look()).toBe("gone")
  await client().webhooks.delete(endpoint.id)
  expect(await endpoint.look()).toBe("gone")
  await endpoint.addAgain()
  expect([endpoint.id, await endpoint.look()]).toEqual([2, "there"])
  const { id } = service.world.faults.add({ path: "/v1/my/webhooks/*", status: 403 })
  // Whoever may not look knows nothing worse.
  expect(await endpoint.look()).toBe("there")
  service.world.faults.remove(id)
  service.world.faults.add({ drop: "before" })
  expect(await endpoint.look()).toBe("away")
})

it("says how to remove it where it cannot, and nothing where it is gone", async () => {
  const endpoint = await open()
  const { id } = service.world.faults.add({ method: "DELETE", status: 403 })
  await endpoint.remove()
  expect(notes).toEqual(["Endpoint 1 could not be removed. Do it with: webhooks delete 1"])
  service.world.faults.remove(id)
  await client().webhooks.delete(1)
  await endpoint.remove()
  expect(notes).toHaveLength(1)
})

it("knows the deliveries of an event, and the attempts before the one that is under way", async () => {
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
