// Vitest: concurrent tests, each with its own world.
import { Mas } from "mas-sdk"
import { withMockWorld } from "mas-sdk/mock-server"
import { expect, it } from "vitest"
import { welcome } from "./welcome.js"

it.concurrent(
  "welcomes a customer once, although the connection is cut",
  withMockWorld(async ({ clientOptions, world }) => {
    world.faults.add({ path: "/v1/my/messages", drop: "after", times: 1 })
    await welcome(new Mas(clientOptions), "ana@example.test")
    expect(world.messages.list({ to: "ana@example.test" })).toHaveLength(1)
  }),
)

it.concurrent(
  "knows nothing of other tests",
  withMockWorld(async ({ world }) => {
    expect(world.messages.list({})).toEqual([])
  }),
)
