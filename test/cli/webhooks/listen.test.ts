import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { signWebhook } from "../../../sdk/webhooks/sign.ts"
import { startReceiver } from "../../support/receiver.ts"
import { Home, type RunOptions, rowsIn, sendMail } from "../own/run.ts"
import { TypedKeys } from "../own/typed-keys.ts"

let server: MockServer
let home: Home
let app: Awaited<ReturnType<typeof startReceiver>>
let statuses: number[]

beforeEach(async () => {
  server = await startMockServer({ port: 0, clock: "frozen", now: "2020-01-01T00:00:00Z", allowLocalWebhooks: true })
  home = new Home({ MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey })
  statuses = []
  app = await startReceiver((response) => response.writeHead(statuses.shift() ?? 204).end())
})
afterEach(async () => {
  home.remove()
  await app.close()
  await server.close()
})

const secret = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`
const listen = (...words: string[]) => home.start(["webhooks", "listen", ...words])
const send = () => home.run(sendMail)
const endpoints = async () => (await home.run(["webhooks", "list"])).json

describe("mas webhooks listen", () => {
  it("adds an endpoint, shows each event, and removes the endpoint after --count events", async () => {
    const running = listen("--count", "2", "-o", "ndjson")
    await running.stderr.until(/Listening on/)
    expect(await endpoints()).toMatchObject([{ id: 1, enabled: true }])
    await send()
    const { code, out } = await running.ended
    expect(code).toBe(0)
    const rows = rowsIn(out)
    expect(rows).toMatchObject([
      { type: "email.sent", verified: true, response_status: 200 },
      { type: "email.delivered", verified: true, data: { to: "ada@example.test" } },
    ])
    expect(await endpoints()).toEqual([])
  })

  it("prints NDJSON for each event as it comes, off a terminal", async () => {
    const running = listen()
    await running.stderr.until(/Listening on/)
    await send()
    await running.stdout.until(/email\.delivered/)
    const types = rowsIn(running.stdout.text).map((row) => row.type)
    expect(types).toEqual(["email.sent", "email.delivered"])
    running.interrupt()
    await running.ended
  })

  it("forwards headers and bytes unchanged, and returns the program's status, so failures are retried", async () => {
    statuses = [500]
    const running = listen("--forward-to", app.url, "--events", "email.delivered", "--count", "2", "-o", "ndjson")
    await running.stderr.until(/Listening on/)
    await send()
    await running.stdout.until(/"status":500/)
    await server.world.advance("1m")
    const { code, out } = await running.ended
    expect(code).toBe(0)
    const rows = rowsIn(out)
    expect(rows.map(({ response_status }) => response_status)).toEqual([500, 204])
    expect(rows[0].id).toBe(rows[1].id)
    const attempts = server.world.deliveries.list()
    expect(attempts.map(({ response_status }) => response_status)).toEqual([500, 204])
    for (const [index, { request }] of attempts.entries()) {
      expect(String(app.received[index]?.body)).toBe(request.body)
      for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature", "User-Agent"]) {
        const expected = Object.entries(request.headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
        expect(app.received[index]?.headers[name.toLowerCase()]).toBe(expected)
      }
    }
  })

  it("responds with 502 while the program is down", async () => {
    const running = listen(
      "--forward-to",
      "http://127.0.0.1:1/",
      "--events",
      "email.sent",
      "--count",
      "1",
      "-o",
      "json",
    )
    await running.stderr.until(/Listening on/)
    await send()
    const { json } = await running.ended
    expect(json).toMatchObject([{ response_status: 502, forwarded: { status: null, error: "connection refused" } }])
  })

  it("ends with 130 on Ctrl-C, with valid JSON and nothing left behind", async () => {
    const running = listen("-o", "json")
    await running.stderr.until(/Listening on/)
    running.interrupt()
    const { code, json, err } = await running.ended
    expect([code, json]).toEqual([130, []])
    expect(err).toContain("Endpoint 1 removed.")
    expect(await endpoints()).toEqual([])
  })

  it("refuses a wrong signature, and does not forward the event", async () => {
    const running = home.start(
      ["webhooks", "listen", "--secret", "-", "--forward-to", app.url, "--count", "2", "-o", "ndjson"],
      {
        stdin: secret,
      },
    )
    const [, url = ""] = await running.stderr.until(/Listening on (\S+)\./)
    const body = '{"type":"email.sent","data":{}}'
    const post = async (id: string, key: string) =>
      (await fetch(url, { method: "POST", body, headers: signWebhook({ id, body, secret: key }) })).status
    expect(await post("evt_1", `whsec_${Buffer.from("somebody else's secret..").toString("base64")}`)).toBe(400)
    expect((await fetch(url)).status).toBe(405)
    expect(await post("evt_2", secret)).toBe(204)
    const { out } = await running.ended
    const [unverified, accepted] = rowsIn(out)
    expect(unverified).toMatchObject({ id: "evt_1", verified: false, refusal: "no_matching_signature" })
    expect(accepted).toMatchObject({ id: "evt_2", verified: true })
    expect(app.received).toHaveLength(1)
    expect(await endpoints()).toEqual([])
  })

  it("says how a remote service can reach this machine", async () => {
    const words = ["webhooks", "listen", "--base-url", "https://api.example.test"]
    const { code, err } = await home.run(words)
    expect(code).toBe(2)
    expect(err).toContain("--public-url")
    expect(err).toContain("--secret")
  })

  it("says what to do if the mock server refuses local addresses", async () => {
    const strict = await startMockServer({ port: 0 })
    const { code, err } = await home.run(["webhooks", "listen", "--base-url", strict.url])
    await strict.close()
    expect(code).toBe(6)
    expect(err).toContain("--local-webhooks")
  })

  it("reports an invalid address like any command, not how to reach it", async () => {
    const address = "http://127.0.0.1:401055"
    const listened = await home.run(["webhooks", "listen", "--base-url", address])
    const listed = await home.run(["contacts", "list", "--base-url", address])
    const messageOf = ({ err }: { err: string }) => JSON.parse(err).error.message
    expect([listened.code, messageOf(listened)]).toEqual([listed.code, messageOf(listed)])
    expect([listened.code, messageOf(listened)]).toEqual([6, expect.stringContaining("address")])
  })

  it("takes neither a page's request, nor a body that is too large or too deep for an event", async () => {
    const running = listen("--skip-verify", "--forward-to", app.url)
    const [, url = ""] = await running.stderr.until(/Listening on (\S+)\. /)
    const statusOf = async (body?: string) =>
      (await fetch(url, body === undefined ? {} : { method: "POST", body })).status
    expect(await statusOf()).toBe(405)
    expect(await statusOf(`"${"x".repeat(5 * 1024 * 1024)}"`)).toBe(413)
    expect(await statusOf("[".repeat(10_000) + "]".repeat(10_000))).toBe(400)
    running.interrupt()
    expect([(await running.ended).out, app.received]).toEqual(["", []])
  })

  it("says when its port is in use", async () => {
    const { code, err } = await home.run(["webhooks", "listen", "--port", String(app.port)])
    expect(code).toBe(1)
    expect(err).toContain("in use")
  })

  it("shows a line for each event on a terminal, without control characters from the network", async () => {
    const running = home.start(["webhooks", "listen", "--secret", "-", "--count", "1"], {
      stdin: secret,
      terminal: true,
    })
    const [, url = ""] = await running.stderr.until(/Listening on (\S+)\./)
    const body = JSON.stringify({ type: "email.sent", data: { message_id: 7, to: "a\u001b[2Jb@x.test" } })
    await fetch(url, { method: "POST", body, headers: signWebhook({ id: "evt_1", body, secret }) })
    const { out } = await running.ended
    expect(out).toMatch(/email\.sent.*message 7 ab@x\.test/)
    expect(out).not.toContain("\u001b[2J")
  })
})

describe("the keys of mas webhooks listen", () => {
  const listenAtTerminal = (io: RunOptions["io"] = {}) =>
    new TypedKeys(home, ["webhooks", "listen", "--events", "email.sent"], { columns: 200, io })

  it("resend the last event, show its details, and end with 0", async () => {
    const terminal = listenAtTerminal()
    await terminal.answer("Keys: r resends the last event, d shows its details, q quits.", "r")
    await terminal.says("No event has come yet.")
    await send()
    await terminal.answer(/✔ +email\.sent/, "R")
    await terminal.says(/(?=[\s\S]*✔ +email\.sent)(?=[\s\S]*Event evt_\S+ resent\.\n)/)
    terminal.type("d")
    await terminal.says(/webhook-signature: v1,[\s\S]*"message_id": 1/)
    terminal.type("q")
    await terminal.says("Endpoint 1 removed.")
    expect([await terminal.ended, terminal.isRaw, await endpoints()]).toEqual([0, false, []])
    expect(server.world.deliveries.list()).toHaveLength(2)
  })

  it("resend by the command itself where the service cannot, and say what failed", async () => {
    const refusals = [404, 409]
    const terminal = listenAtTerminal({
      fetch: async (url, init) =>
        String(url).endsWith("/redeliver") ? new Response("{}", { status: refusals.shift() ?? 200 }) : fetch(url, init),
    })
    await terminal.says("q quits.")
    await send()
    await terminal.answer(/✔ +email\.sent/, "r")
    await terminal.answer("resent by this command: the service has no call that resends it.", "r")
    await terminal.answer("That did not work: ", "q")
    expect([await terminal.ended, terminal.text.match(/✔ +email\.sent/g)?.length]).toEqual([0, 2])
    expect(server.world.deliveries.list()).toHaveLength(1)
  })

  it("are the shell's while it is stopped, and leave Ctrl-C and Ctrl-Z as they are", async () => {
    const signals: unknown[] = []
    const kill = vi.spyOn(process, "kill").mockImplementation((...args) => {
      signals.push(args)
      return true
    })
    onTestFinished(() => kill.mockRestore())
    const terminal = listenAtTerminal()
    await terminal.answer("q quits.", "\u001a\u0003x")
    terminal.stopAndContinue()
    await terminal.says("Keys: r resends")
    expect([terminal.isRaw, terminal.stops, signals]).toEqual([true, 1, [[process.pid, "SIGINT"]]])
    terminal.interrupt()
    expect([await terminal.ended, terminal.isRaw]).toEqual([130, false])
  })
})
