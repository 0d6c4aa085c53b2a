import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, readFixtures, startMockServer } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { checkExample, strangeVersions, takeExample } from "../../support/example-folder.ts"
import { root } from "../../support/files.ts"
import { makeReader, type Reader } from "../../support/reader.ts"

describe("examples/manager", { timeout: 60_000 }, () => {
  let reader: Reader
  let folder: string
  let server: MockServer

  beforeAll(async () => {
    reader = makeReader(["undici", "zod", "@types/node"])
    folder = takeExample(reader, "manager")
    const fixtures = await readFixtures(join(root, "examples/fixtures/clients.yaml"))
    server = await startMockServer({ port: 0, fixtures })
  }, 120_000)
  afterAll(async () => {
    await Promise.all([server.close(), reader.stop()])
    reader.remove()
  })

  const run = (program: string) =>
    reader.answerOf(
      `cd ${folder} && MAS_BASE_URL=${server.url} MAS_API_KEY=maspc_live_mock node_modules/.bin/tsx ${program} clients.json`,
    )

  it("compiles, with the versions of packages that it is tried with", () => {
    expect(checkExample(folder, ["clients.ts", "provision.ts", "operate.ts"])).toBe("")
    expect(strangeVersions("manager")).toEqual([])
  })

  it("provisions an account for each client once, however often it runs", async () => {
    const said = await run("provision.ts")
    expect(said).toMatch(/^Florist: preparing$/m)
    expect(said).toMatch(/^ {2}Florist: preparing, then send_invitation/m)
    expect(await run("provision.ts")).toBe(said)
    const mas = new Mas({ baseUrl: server.url, apiKey: "maspc_live_mock" })
    const names = (await mas.managedAccounts.list().toArray()).map(({ managed_account }) => managed_account.name)
    expect(names.filter((name) => name === "Florist")).toHaveLength(1)
  })

  it("works where there is a grant, and stops where it was revoked", async () => {
    const said = await run("operate.ts")
    expect(said).toMatch(/^Bakery: template \d+ is version 1; sending is allowed$/m)
    expect(said).toMatch(/^Museum: stopped: /m)
    expect(said).toMatch(/^Florist: no grant yet$/m)
    const bakery = new Mas({ baseUrl: server.url, apiKey: "masmc_live_bakery" })
    const [template] = (await bakery.templates.list()).items
    await bakery.templates.update(template?.id ?? 0, { subject: "The client's own" })
    expect(await run("operate.ts")).toMatch(/^Bakery: template \d+ is version 3;/m)
    expect(await run("operate.ts")).toMatch(/^Bakery: template \d+ is version 3;/m)
  })
})
