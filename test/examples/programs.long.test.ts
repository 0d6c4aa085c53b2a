import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"
import { buildPackage, end, freePort, lineOf, startProgram } from "../support/example.ts"
import { strangeVersions } from "../support/example-folder.ts"
import { root } from "../support/files.ts"
import { vitestRun } from "../support/vitest-run.ts"

let server: MockServer
let mas: Mas

beforeAll(async () => {
  buildPackage()
  server = await startMockServer({ port: 0, allowLocalWebhooks: true })
  mas = new Mas({ baseUrl: server.url, apiKey: server.apiKey })
})
afterAll(() => server.close())

it.each(["examples", "examples/tsconfig.apps.json"])("examples compile against the built package: %s", (project) => {
  const tsc = join(root, "node_modules/typescript-7/bin/tsc")
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", project, "--pretty", "false"], {
    cwd: root,
    encoding: "utf8",
  })
  expect(stdout).toBe("")
})

it.each(["outbox", "consumer"])("examples/%s requires the package versions under test", (name) => {
  expect(strangeVersions(name)).toEqual([])
})

it("client.ts sends, imports, pages and reads an error", async () => {
  server.world.reset()
  const env = { MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey }
  const { code, stdout, stderr } = await end(startProgram("client.ts", { env, cwd: join(root, "examples") }))
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const { totalCount } = await mas.contacts.list()
  expect(stdout).toMatch(/^Message 1 is (queued|sent)$/m)
  expect(stdout).toMatch(/^Import complete: 100 %\n\d{4,} rows imported, \d{2,} refused$/m)
  expect(stdout).toContain(`100 contacts on this page, ${totalCount} in all\n`)
  expect(stdout).toMatch(/^\d{4,} of them are subscribed\n422 validation_error \{/m)
})

describe.each(["webhook-receiver.ts", "express-webhooks.ts"])("%s", (program) => {
  it("accepts signed webhooks and rejects others", async () => {
    server.world.reset()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/webhooks`
    const { secret } = await mas.webhooks.create({ url, events: ["email.sent", "email.bounced", "email.received"] })
    const env = { PORT: String(port), MAS_WEBHOOK_SECRET: secret }
    const receiver = startProgram(program, { env, cwd: join(root, "examples") })
    try {
      await lineOf(receiver, /Waiting for webhooks/)
      const sent = lineOf(receiver, /email\.sent for message (\d+)/)
      const bounced = lineOf(receiver, /bounced@simulator\.test bounced \(hard\)/)
      const mail = lineOf(receiver, /ann@example\.test wrote: Hello there/)
      const message = { channel: "email", to: "bounced@simulator.test", subject: "Hi", body: "Hi" } as const
      const { id } = await mas.messages.send(message)
      await bounced
      expect((await sent)[1]).toBe(String(id))
      server.world.inbound({ from: "ann@example.test", to: "inbox@acme.test", subject: "Hi", text: "Hello there" })
      await mail
      expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(400)
    } finally {
      receiver.kill()
    }
  })
})

it("in-process.ts reads its sent message", async () => {
  expect(await end(startProgram("examples/in-process.ts"))).toEqual({
    code: 0,
    stdout: "Your code is 4711\n",
    stderr: "",
  })
})

it("msw.ts gets responses from MSW", async () => {
  const expected = { code: 0, stdout: "[ 'ana@example.test' ]\n", stderr: "" }
  expect(await end(startProgram("examples/msw.ts"))).toEqual(expected)
})

it("the examples that are tests pass under Vitest", () => {
  const env = { ...process.env, NO_COLOR: "1" }
  const options = { cwd: root, encoding: "utf8", env } as const
  const { status, stdout } = spawnSync(process.execPath, [...vitestRun, "--root", "examples"], options)
  expect(stdout).toMatch(/Tests\s+[2-9] passed/)
  expect(status).toBe(0)
})
