// node:test: pass its hooks.
import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { Mas } from "mas-sdk"
import { useMockWorld } from "mas-sdk/mock-server"
import { welcome } from "./welcome.js"

const mock = useMockWorld({ beforeEach, afterEach })

test("learns of a bounce three days later", async () => {
  mock.world.outcomes.add({ to: "ana@example.test", outcome: "soft_bounced" })
  const mas = new Mas(mock.clientOptions)
  await welcome(mas, "ana@example.test")
  await mock.world.advance("3d") // passes at once
  const { items } = await mas.suppressions.list({ reason: "soft_bounce" })
  assert.deepEqual(
    items.map(({ email }) => email),
    ["ana@example.test"],
  )
})
