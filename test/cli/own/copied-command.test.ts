import { afterEach, expect, it } from "vitest"
import { runLine } from "../command-line.ts"
import { Home, homeWithService } from "./run.ts"

const place = homeWithService()
const home = new Home({}, place.service.fetch)
afterEach(async () => {
  home.remove()
  await place.close()
})

it("sends once more to the very world that a request was sent to, with the key that it has there", async () => {
  const { service } = place
  const world = service.world.createWorld({ fixtures: { accounts: { main: { api_keys: ["maskey_live_other"] } } } })
  const headers = { Authorization: `Bearer ${world.apiKey}`, "Content-Type": "application/json" }
  await world.fetch("/v1/my/lists", { method: "POST", headers, body: '{"name":"Readers"}' })
  const command = world.code(1).command ?? ""
  expect(command).toMatch(/^npx mas-sdk lists create /)
  await runLine(command.replace("npx mas-sdk", "mas"), async (argv) => {
    const { code, err, out } = await home.run(argv)
    expect([code, err]).toEqual([0, ""])
    return out
  })
  const bodies = world.requests().map(({ request_body, status }) => [request_body, status])
  expect(bodies).toEqual([
    [{ name: "Readers" }, 201],
    [{ name: "Readers" }, 201],
  ])
  expect(service.world.requests()).toEqual([])
})
