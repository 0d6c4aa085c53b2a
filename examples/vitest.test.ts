import { Mas } from "mas-sdk"
import { startMockServer } from "mas-sdk/mock-server"
import { afterAll, expect, it } from "vitest"

const server = await startMockServer({ port: 0, clock: "frozen" })
afterAll(() => server.close())

/** A service of its own for each test: state, clock, faults and journal, so that tests can run side by side. */
function freshService() {
  const world = server.world.createWorld()
  return { world, mas: new Mas({ baseUrl: world.url, apiKey: world.apiKey }) }
}

it.concurrent("sends once, although the service refuses twice and then cuts the connection", async () => {
  const { world, mas } = freshService()
  world.faults.add({ path: "/v1/my/messages", status: 429, retry_after: 0, times: 2 })
  world.faults.add({ path: "/v1/my/messages", drop: "after", times: 1 })
  const message = { channel: "email", to: "ana@example.test", subject: "Hello", body: "Hi" } as const
  await mas.messages.send(message, { maxRetries: 3 })
  const attempts = world.requests({ method: "POST", path: "/v1/my/messages" })
  expect(attempts.map(({ status }) => status)).toEqual([429, 429, null, 200]) // 200: it had that message
  expect((await mas.messages.list()).totalCount).toBe(1)
})

it.concurrent("lets an invitation expire after a week", async () => {
  const { world, mas } = freshService()
  await mas.invites.create({ email: "ben@example.test", role: "member" })
  await world.advance("8d") // whatever is due on the way happens, at its own time
  const invites = await mas.invites.list().toArray()
  expect(invites.find(({ email }) => email === "ben@example.test")?.status).toBe("expired")
})
