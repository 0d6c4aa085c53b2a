import { afterEach, expect, it } from "vitest"
import { runLine } from "../command-line.ts"
import { Home, homeWithService } from "./run.ts"

const sandbox = homeWithService()
const home = new Home({}, sandbox.service.fetch)
afterEach(async () => {
  home.remove()
  await sandbox.close()
})

it("a copied command repeats the request in the same world, with that world's key", async () => {
  const { service } = sandbox
  const world = service.world.worlds.create({ fixtures: { accounts: { main: { api_keys: ["maskey_live_other"] } } } })
  const headers = { Authorization: `Bearer ${world.apiKey}`, "Content-Type": "application/json" }
  await world.fetch("/v1/my/lists", { method: "POST", headers, body: '{"name":"Readers"}' })
  await world.fetch("/v1/my/lists?odd=1", { headers })
  for (const { id } of world.requests.list()) {
    const command = world.requests.code(id).command ?? ""
    expect(command).toMatch(/^npx mas-sdk (lists create|api) /)
    await runLine(command.replace("npx mas-sdk", "mas"), async (argv) => {
      const { code, out } = await home.run(argv)
      expect(code).toBe(0)
      return out
    })
  }
  const sent = world.requests.list().map(({ method, path, query, status }) => [method, path, query, status])
  expect(sent).toHaveLength(4)
  expect(sent.slice(2)).toEqual(sent.slice(0, 2))
  expect(service.world.requests.list()).toEqual([])
})
