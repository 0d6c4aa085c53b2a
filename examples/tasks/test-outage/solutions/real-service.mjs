// Fails: They pass with alert.mjs as it is → they fail
// Fails: They fail with one that does not try again → they fail without it, too
// Fails: They fail with one that tries again as if it were another message → they fail without it, too
// Fails: They fail with one that tries again, but not often enough → they fail without it, too
import assert from "node:assert/strict"
import { test } from "node:test"
import { Mas } from "mas-sdk"
import { withMockWorld } from "mas-sdk/mock-server"
import { alert } from "./alert.mjs"

const incident = { id: 7, phone: "+15550100", machine: "Press 2" }

test(
  "texts once, although the service refuses three times",
  withMockWorld(async ({ world }) => {
    world.faults.add({ path: "/v1/my/messages", status: 503, times: 3 })
    await alert(new Mas(), incident)
    assert.equal(world.messages.list({ to: incident.phone }).length, 1)
  }),
)

test(
  "texts once, although the answer is lost",
  withMockWorld(async ({ world }) => {
    world.faults.add({ path: "/v1/my/messages", drop: "after", times: 1 })
    await alert(new Mas(), incident)
    assert.equal(world.messages.list({ to: incident.phone }).length, 1)
  }),
)
