import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, readFixtures, startMockServer } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { eachCrash, runThroughCrashes } from "../../support/crash.ts"
import { bundleApp, runApp } from "../../support/example-app.ts"
import { checkExample, strangeVersions, takeExample } from "../../support/example-folder.ts"
import { root } from "../../support/files.ts"
import { makeReader, type Reader } from "../../support/reader.ts"

describe("examples/manager", () => {
  let reader: Reader
  let folder: string
  let server: MockServer
  let fixtures: Awaited<ReturnType<typeof readFixtures>>

  beforeAll(async () => {
    reader = makeReader(["undici", "zod", "@types/node"])
    folder = takeExample(reader, "manager")
    fixtures = await readFixtures(join(root, "examples/manager/clients.yaml"))
    server = await startMockServer({ port: 0, fixtures })
  })
  afterAll(async () => {
    await Promise.all([server.close(), reader.stop()])
    reader.remove()
  })

  const run = (program: string) =>
    reader.answerOf(
      `cd ${folder} && MAS_BASE_URL=${server.url} MAS_API_KEY=maspc_live_mock node_modules/.bin/tsx ${program} clients.json`,
    )

  it("compiles, and requires the package versions under test", () => {
    expect(checkExample(folder, ["clients.ts", "provision.ts", "operate.ts"])).toBe("")
    expect(strangeVersions("manager")).toEqual([])
  })

  it("provisions one account per client, however often it runs", async () => {
    const output = await run("provision.ts")
    expect(output).toMatch(/^Florist: preparing$/m)
    expect(output).toMatch(/^ {2}Florist: preparing, then send_invitation/m)
    expect(await run("provision.ts")).toBe(output)
    const mas = new Mas({ baseUrl: server.url, apiKey: "maspc_live_mock" })
    const names = (await mas.managedAccounts.list().toArray()).map(({ managed_account }) => managed_account.name)
    expect(names.filter((name) => name === "Florist")).toHaveLength(1)
  })

  it("operates on accounts with a grant, and stops if it was revoked", async () => {
    const output = await run("operate.ts")
    expect(output).toMatch(/^Bakery: template \d+ is version 1; sending is allowed$/m)
    expect(output).toMatch(/^Museum: stopped: The management grant is not active$/m)
    expect(output).toMatch(/^Florist: no grant yet$/m)
    const bakery = new Mas({ baseUrl: server.url, apiKey: "masmc_live_bakery" })
    const [template] = (await bakery.templates.list()).items
    await bakery.templates.create({ name: "Opening hours", subject: "The client's own" })
    await bakery.templates.update(template?.id ?? 0, { subject: "The client's own" })
    expect(await run("operate.ts")).toMatch(/^Bakery: template \d+ is version 3;/m)
    expect(await run("operate.ts")).toMatch(/^Bakery: template \d+ is version 3;/m)
    const subjects = (await bakery.templates.list().toArray()).map(({ name, subject }) => [name, subject])
    expect(subjects).toEqual(expect.arrayContaining([["Opening hours", "The client's own"]]))
  })

  it("provisions one account per client when two processes run at once", async () => {
    const world = server.world.worlds.create({ fixtures })
    const program = await bundleApp("manager/provision.ts")
    const env = { MAS_BASE_URL: world.url, MAS_API_KEY: "maspc_live_mock" }
    const both = await Promise.all([1, 2].map(() => runApp(program, [join(folder, "clients.json")], env)))
    expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ""],
      [0, ""],
    ])
    expect((await madeIn(world)).accounts).toBe(1)
  })

  it.each([
    ["provision", { accounts: 1, templates: 0 }],
    ["operate", { accounts: 0, templates: 1 }],
  ] as const)("%s does its work once when killed at each step and restarted", async (name, expectedCounts) => {
    const program = await bundleApp(`manager/${name}.ts`)
    const steps = await eachCrash(async (step) => {
      const world = server.world.worlds.create({ fixtures })
      const env = { MAS_BASE_URL: world.url, MAS_API_KEY: "maspc_live_mock" }
      const killed = await runThroughCrashes({ program, args: ["clients.json"], env, folder, crashes: [step] })
      expect({ killed, ...(await madeIn(world)) }).toEqual({ killed, ...expectedCounts })
      return killed
    })
    expect(steps.filter((step) => step === "after a request").length).toBeGreaterThanOrEqual(4)
  })
})

/** Counts what the programs created in a world: the florist's accounts and the bakery's templates named "Welcome". */
async function madeIn({ url }: Pick<MockServer, "url">) {
  const mas = new Mas({ baseUrl: url, apiKey: "maspc_live_mock" })
  const accounts = await mas.managedAccounts.list().toArray()
  const templates = await mas.withOptions({ apiKey: "masmc_live_bakery" }).templates.list().toArray()
  return {
    accounts: accounts.filter(({ managed_account }) => managed_account.name === "Florist").length,
    templates: templates.filter(({ name }) => name === "Welcome").length,
  }
}
