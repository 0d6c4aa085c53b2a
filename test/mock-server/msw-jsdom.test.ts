// @vitest-environment jsdom
import { setupServer } from "msw/node"
import { expect, it, onTestFinished } from "vitest"
import { createMockService, masHandlers } from "../../mock-server/msw.ts"
import { Mas } from "../../sdk/index.ts"

it("behind MSW in jsdom, requests keep their method, headers and body, and the dashboard's page is served", async () => {
  const baseUrl = "https://api.mas.example"
  const service = createMockService({ clock: "frozen" })
  const network = setupServer(...masHandlers(service, { baseUrl }))
  network.listen({ onUnhandledRequest: "error" })
  onTestFinished(async () => {
    network.close()
    await service.close()
  })
  const mas = new Mas({ baseUrl, apiKey: service.apiKey, fetch: (...request) => fetch(...request) })
  await mas.contacts.create({ email: "ana@example.test", first_name: "Ana" })
  await mas.imports.create({ resource: "contacts", file: { content: "email\nzoe@example.test\n", filename: "a.csv" } })
  expect((await mas.contacts.list({ search: "ana@" })).items).toMatchObject([{ first_name: "Ana" }])
  expect(service.world.requests.list().map(({ method, status }) => [method, status])).toEqual([
    ["POST", 201],
    ["POST", 201],
    ["GET", 200],
  ])
  expect(await (await service.fetch("/_mock/")).text()).toContain("<html")
})
