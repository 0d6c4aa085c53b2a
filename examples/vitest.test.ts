import { Mas } from "mas-sdk"
import { withMockWorld } from "mas-sdk/mock-server"
import { expect, it } from "vitest"

// Each test has its own service, on a frozen clock that only the test moves.
it.concurrent(
  "sends once, although the service refuses twice and then cuts the connection",
  withMockWorld(async ({ clientOptions, world }) => {
    const mas = new Mas({ ...clientOptions, maxRetries: 3 })
    world.faults.add({ path: "/v1/my/messages", status: 429, retry_after: 0, times: 2 })
    world.faults.add({ path: "/v1/my/messages", drop: "after", times: 1 })
    await mas.messages.send({ channel: "email", to: "ana@example.test", subject: "Hello", body: "Hi" })
    const attempts = world.requests.list({ method: "POST", path: "/v1/my/messages" })
    expect(attempts.map(({ status }) => status)).toEqual([429, 429, null, 200]) // 200: it already had that message
    expect((await mas.messages.list()).totalCount).toBe(1)
  }),
)

it.concurrent(
  "lets an invitation expire after a week",
  withMockWorld(async ({ clientOptions, world }) => {
    const mas = new Mas(clientOptions)
    const { id } = await mas.invites.create({ email: "ben@example.test", role: "member" })
    await world.advance("8d") // runs everything due in between, at its own time
    const invites = await mas.invites.list().toArray()
    expect(invites.find((invite) => invite.id === id)?.status).toBe("expired")
  }),
)
