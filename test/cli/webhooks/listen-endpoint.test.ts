import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { signWebhook } from "../../../sdk/webhooks/sign.ts"
import { startReceiver } from "../../support/receiver.ts"
import { Home, rowsIn, sendMail } from "../own/run.ts"

const options = { clock: "frozen", now: "2020-01-01T00:00:00Z", allowLocalWebhooks: true } as const
let server: MockServer
let home: Home
let app: Awaited<ReturnType<typeof startReceiver>>
let responseStatuses: number[]
beforeEach(async () => {
  server = await startMockServer({ port: 0, ...options })
  home = new Home({ MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey })
  responseStatuses = []
  app = await startReceiver((response) => response.writeHead(responseStatuses.shift() ?? 204).end())
})
afterEach(async () => {
  home.remove()
  await app.close()
  await server.close()
})

const listen = (...words: string[]) => home.start(["webhooks", "listen", ...words])
const signByMachine = () => home.run(["mock", "clock", "--sign-with", "real"])
const send = () => home.run(sendMail)

describe("mas webhooks listen", () => {
  const post = (url: string, timestamp: number, secret: string) =>
    fetch(url, {
      method: "POST",
      body: '{"type":"email.sent","data":{}}',
      headers: signWebhook({ id: "evt_1", timestamp, body: '{"type":"email.sent","data":{}}', secret }),
    })
  it("names the account, then prints the secret and the line that exports it", async () => {
    const running = listen()
    await running.stderr.until(/Listening on/)
    const [account, first = "", second] = running.stderr.text.split("\n")
    expect(account).toMatch(/^Acme \(account 1\), /)
    const secret = first.replace("Signing secret: ", "")
    expect((await home.run(["webhooks", "secret", "1"])).out).toBe(`${secret}\n`)
    expect(second).toBe(`export MAS_WEBHOOK_SECRET='${secret}'`)
    const [{ url: address }] = (await home.run(["webhooks", "list"])).json
    expect(running.stderr.text).toContain(`Endpoint 1 of ${server.url} sends to ${address}\n`)
    running.interrupt()
    await running.ended
  })

  it("prints no secret that a shell could run", async () => {
    const body = { id: 7, url: "https://a.test", secret: "whsec_'; touch x; '", events: ["email.sent"], enabled: true }
    server.world.faults.add({ method: "POST", path: "/v1/my/webhooks", body, status: 201 })
    const running = listen()
    await running.stderr.until(/Listening on/)
    running.interrupt()
    const { err } = await running.ended
    expect(err).toContain("The endpoint's secret is not shown: it is not whsec_ and base64.\n")
    const printed = await home.run(["webhooks", "listen", "--print-secret"])
    expect([printed.code, printed.out]).toEqual([1, ""])
    expect(err + printed.err).not.toContain("touch")
  })

  it("prints the full command to remove the endpoint if that fails", { tags: "slow" }, async () => {
    const running = listen("--brand", "brand_main")
    await running.stderr.until(/Listening on/)
    server.world.faults.add({ method: "DELETE", path: "/v1/my/webhooks/*", status: 503 })
    running.interrupt()
    const command = `mas webhooks delete 1 --yes --base-url ${server.url} --brand brand_main`
    expect((await running.ended).err).toContain(`could not be removed. Do it with: ${command}\n`)
  })

  it("reports the attempt number and the maximum", async () => {
    responseStatuses = [500, 500, 204]
    const running = listen("--forward-to", app.url, "--events", "email.sent", "--count", "3")
    await running.stderr.until(/Listening on/)
    await send()
    await running.stdout.until(/"attempt":1/)
    await server.world.advance("1m")
    await running.stdout.until(/"attempt":2/)
    await server.world.advance("5m")
    const rows = rowsIn((await running.ended).out)
    expect(rows.map(({ attempt, attempts_at_most: most }) => [attempt, most])).toEqual([
      [1, 7],
      [2, 7],
      [3, 7],
    ])
  })

  it("names the endpoint that already sends to the address to forward to, and the command that turns it off", async () => {
    const webhook = { url: `${app.url}/webhooks`, events: ["email.sent"] }
    const headers = { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" }
    const init = { method: "POST", headers, body: JSON.stringify(webhook) }
    expect((await fetch(`${server.url}/v1/my/webhooks`, init)).status).toBe(201)
    const noteOf = async (address: string) => {
      const running = listen("--forward-to", address)
      await running.stderr.until(/Listening on/)
      running.interrupt()
      return (await running.ended).err.split("\n").filter((line) => line.includes("already sends to"))
    }
    const { pathname, port } = new URL(app.url)
    for (const address of [`${app.url}/webhooks`, `localhost:${port}${pathname}/webhooks`]) {
      const [note = "", ...others] = await noteOf(address)
      expect([note, others]).toEqual([
        `Endpoint 1 already sends to ${webhook.url}, which now gets each event twice. Turn it off with: mas webhooks update 1 --no-enabled --base-url ${server.url}`,
        [],
      ])
    }
    expect(await noteOf(`${app.url}/other`)).toEqual([])
    expect((await home.run(["webhooks", "update", "1", "--no-enabled"])).code).toBe(0)
    expect(await noteOf(`${app.url}/webhooks`)).toEqual([])
  })

  it("shows the attempt on a terminal, if there is more than one", async () => {
    responseStatuses = [500]
    const words = ["webhooks", "listen", "--forward-to", app.url, "--events", "email.sent", "--count", "2"]
    const running = home.start(words, { terminal: true })
    await running.stderr.until(/Listening on/)
    await send()
    await running.stdout.until(/attempt 1 of 7/)
    await server.world.advance("1m")
    expect((await running.ended).out).toContain("attempt 2 of 7")
  })

  it("counts the attempts made before it listened", async () => {
    const port = (await home.run(["webhooks", "listen", "--print-secret"])).code
    expect(port).toBe(0)
    await home.run(["webhooks", "update", "1", "--events", "email.sent"])
    await send()
    await server.world.advance("7m")
    const running = listen("--count", "1")
    await running.stderr.until(/Listening on/)
    await server.world.advance("30m")
    const [row] = rowsIn((await running.ended).out)
    expect(row).toMatchObject({ attempt: 4, type: "email.sent", verified: true })
  })

  it("shows headers and body if requested", async () => {
    const plain = listen("--count", "1")
    await plain.stderr.until(/Listening on/)
    await send()
    const [row] = rowsIn((await plain.ended).out)
    expect([row.headers, row.body]).toEqual([undefined, undefined])
    const running = listen("--headers", "--body", "--count", "1")
    await running.stderr.until(/Listening on/)
    await send()
    const [more] = rowsIn((await running.ended).out)
    expect(more.headers["webhook-signature"]).toMatch(/^v1,/)
    expect(JSON.parse(more.body).type).toBe("email.sent")
  })

  it("begins with the last event on request", async () => {
    const earlier = listen("--events", "email.delivered", "--count", "1", "--port", "0", "--print-secret")
    expect((await earlier.ended).code).toBe(0)
    const none = listen("--latest")
    await none.stderr.until(/There has been no event yet/)
    none.interrupt()
    await none.ended
    await send()
    const running = listen("--latest", "--count", "1", "--forward-to", app.url)
    const [row] = rowsIn((await running.ended).out)
    expect(row).toMatchObject({ type: "email.delivered", verified: true, response_status: 204 })
    expect(JSON.parse(String(app.received[0]?.body)).type).toBe("email.delivered")
  })

  it("ends on Ctrl-C while it asks for the last event", async () => {
    server.world.faults.add({ method: "GET", path: "/v1/my/webhooks/*/deliveries", latency_ms: 600_000 })
    const running = listen("--latest")
    await running.stderr.until(/Listening on/)
    running.interrupt()
    expect((await running.ended).code).toBe(130)
  })

  it("reads 5 MiB of a response without end, and says so", async () => {
    const program = await startReceiver((response) => {
      const more = () => {
        while (response.write(Buffer.alloc(1 << 20, "x")));
        response.once("drain", more)
      }
      more()
    })
    onTestFinished(() => program.close())
    const running = listen("--skip-verify", "--base-url", "https://api.example.test", "--forward-to", program.url)
    const [, url = ""] = await running.stderr.until(/Listening on (\S+)\./)
    const response = await fetch(url, { method: "POST", body: "{}" })
    expect((await response.arrayBuffer()).byteLength).toBe(5 * 1024 * 1024)
    await running.stderr.until(/responded with more than 5 MiB: the rest was not read/)
    running.interrupt()
    await running.ended
    const to = ["--to", program.url, "--secret", "-"]
    const triggered = await home.run(["webhooks", "trigger", "email.sent", ...to], {
      stdin: `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`,
    })
    expect(triggered.err).toContain("responded with more than 5 MiB")
    expect(triggered.json.response).toHaveLength(64 * 1024)
  })

  it("refuses with --skip-verify what a web page sends", async () => {
    const running = listen("--skip-verify", "--base-url", "https://api.example.test", "--forward-to", app.url)
    const [, url = ""] = await running.stderr.until(/Listening on (\S+)\./)
    const response = await fetch(url, { method: "POST", body: "{}", headers: { origin: "https://evil.test" } })
    expect([response.status, app.received]).toEqual([403, []])
    running.interrupt()
    await running.ended
  })

  it("accepts unsigned requests with --skip-verify", async () => {
    const words = ["--skip-verify", "--base-url", "https://api.example.test", "--forward-to", app.url, "--count", "1"]
    const running = listen(...words)
    const [, url = ""] = await running.stderr.until(/Listening on (\S+)\./)
    const response = await fetch(url, { method: "POST", body: '{"type":"email.sent"}', headers: { "webhook-id": "e" } })
    expect(response.status).toBe(204)
    expect(rowsIn((await running.ended).out)).toMatchObject([{ id: "e", type: "email.sent", verified: false }])
    expect(app.received.map(({ body }) => String(body))).toEqual(['{"type":"email.sent"}'])
  })

  it.each([
    [400, "No v1 signature fits: another secret or body\nat line 7", "No v1 signature fits: another secret or body"],
    [401, "\r\n  \n\u001b]0;title\u0007\u001b[2Jno\u0000 \u202esecret", "no secret"],
    [500, "no ".repeat(400), `${"no ".repeat(66)}no…`],
    [400, "", undefined],
    [204, "", undefined],
  ])("shows for %i the first line of the program's response, safe for a terminal", async (status, body, message) => {
    const program = await startReceiver((response) => response.writeHead(status).end(body))
    await signByMachine()
    for (const terminal of [false, true]) {
      const words = ["webhooks", "listen", "--forward-to", program.url, "--events", "email.sent", "--count", "1"]
      const running = home.start(words, { terminal })
      await running.stderr.until(/Listening on/)
      await send()
      const { out, err } = await running.ended
      if (terminal) expect(out.includes("its response:")).toBe(message !== undefined)
      else expect(rowsIn(out)[0].forwarded.response).toBe(message)
      if (message) expect(out.replace(/\s+/g, " ")).toContain(message)
      expect(err.includes("Does it use the secret above?")).toBe(status === 400 || status === 401)
    }
    await program.close()
  })

  it("suggests a moved clock as the reason if the program refuses", async () => {
    responseStatuses = [400]
    const running = listen("--forward-to", app.url, "--events", "email.sent", "--count", "1")
    await running.stderr.until(/Listening on/)
    await send()
    const { err } = await running.ended
    expect(err).toContain("`mas mock clock --sign-with real`")
    expect(err).not.toContain("Does it use")
  })

  it("asks once whether the program has the secret, and refers to no secret that was not printed", async () => {
    await signByMachine()
    responseStatuses = [401, 400]
    const words = ["--events", "email.sent", "--forward-to", app.url]
    const running = listen(...words, "--count", "2")
    await running.stderr.until(/Listening on/)
    await send()
    await send()
    expect((await running.ended).err.match(/Does it use/g)).toHaveLength(1)
    responseStatuses = [401]
    const unchecked = listen(
      "--skip-verify",
      "--base-url",
      "https://api.example.test",
      "--forward-to",
      app.url,
      "--count",
      "1",
    )
    const [, url = ""] = await unchecked.stderr.until(/Listening on (\S+)\./)
    await fetch(url, { method: "POST", body: "{}" })
    expect((await unchecked.ended).err).toContain("Does it use the secret of the endpoint that sends?")
  })

  it("refuses a signature ten minutes old, wherever the mock server's clock is, and accepts the retry", async () => {
    for (const moved of [undefined, "6m", "40d"]) {
      if (moved) await server.world.advance(moved)
      const running = listen("--forward-to", app.url, "--events", "email.sent", "--count", "2")
      await running.stderr.until(/Listening on/)
      server.world.faults.add({ on: "delivery", signature: "old", times: 1 })
      await send()
      await running.stdout.until(/timestamp_too_old/)
      await server.world.advance("1m")
      const [old, retry] = rowsIn((await running.ended).out)
      expect(old).toMatchObject({ verified: false, refusal: "timestamp_too_old", response_status: 400 })
      expect(old).not.toHaveProperty("forwarded")
      expect(retry).toMatchObject({ id: old.id, verified: true, response_status: 204 })
    }
  })

  it("uses the machine's clock if the mock server signs by it, and tolerates the delay of a fast clock", async () => {
    for (const clock of [
      { mode: "frozen", webhook_time: "real" },
      { mode: "scaled", rate: 3600, webhook_time: "world" },
    ] as const) {
      const { code } = await home.run(["api", "PUT", "/_mock/clock", "--input", JSON.stringify(clock)])
      expect(code).toBe(0)
      const running = listen("--events", "email.sent", "--count", "1")
      await running.stderr.until(/Listening on/)
      await send()
      const [row] = rowsIn((await running.ended).out)
      expect(row).toMatchObject({ verified: true, response_status: 200 })
    }
  })

  it("uses the clock of the world that its key selects", async () => {
    const clock = JSON.stringify({ clock: { mode: "frozen", now: "2040-01-01T00:00:00Z" } })
    const { json } = await home.run(["api", "POST", "/_mock/worlds", "--input", clock])
    const env = { MAS_API_KEY: json.api_key }
    const running = home.start(["webhooks", "listen", "--count", "1"], { env })
    await running.stderr.until(/Listening on/)
    await home.run(sendMail, { env })
    expect(rowsIn((await running.ended).out)).toMatchObject([{ verified: true, response_status: 200 }])
  })

  it("with a given secret accepts signatures by this machine's clock and by the mock server's", async () => {
    const secret = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`
    const running = home.start(["webhooks", "listen", "--secret", "-", "--count", "4"], { stdin: secret })
    const [, url = ""] = await running.stderr.until(/Listening on (\S+)\./)
    const [machine, world] = [Date.now(), Date.parse(options.now)].map((time) => Math.floor(time / 1_000))
    const statuses: number[] = []
    for (const time of [machine, world]) {
      for (const age of [0, 600]) statuses.push((await post(url, Number(time) - age, secret)).status)
    }
    expect(statuses).toEqual([200, 400, 200, 400])
    await running.ended
  })

  it("prints only the secret of the endpoint for the next listen, which is kept", async () => {
    const { code, out, err } = await home.run(["webhooks", "listen", "--print-secret"])
    expect([code, out, err]).toEqual([0, expect.stringMatching(/^whsec_\S+\n$/), expect.not.stringContaining("whsec_")])
    const running = listen()
    await running.stderr.until(/Listening on/)
    expect(running.stderr.text).toContain(`Signing secret: ${out}`)
    running.interrupt()
    await running.ended
    expect((await home.run(["webhooks", "list"])).json).toMatchObject([{ id: 1, enabled: true }])
  })
})

describe("the endpoint that --print-secret keeps", () => {
  const printSecret = (...words: string[]) => home.run(["webhooks", "listen", "--print-secret", ...words])
  const endpoints = async () => (await home.run(["webhooks", "list"])).json

  it("is not changed by another run's flags; that run gets the requested events, with a note", async () => {
    const { out: secret, err: message } = await printSecret()
    expect(message).toContain("Endpoint 1 stays for the next `mas webhooks listen`")
    const before = await endpoints()
    const running = listen("--events", "email.delivered", "--count", "1", "--forward-to", app.url)
    await running.stderr.until(/Listening on/)
    await send()
    const { out, err } = await running.ended
    expect(rowsIn(out).map(({ type }) => type)).toEqual(["email.delivered"])
    expect(app.received).toHaveLength(1)
    expect(err).toContain(`Signing secret: ${secret}`)
    expect(err).toContain("already exists and keeps its settings and secret: it sends every event.")
    expect(err).toMatch(/To change the endpoint: mas webhooks update 1 --events email.delivered --base-url \S+\n/)
    expect((await printSecret("--events", "email.sent")).out).toBe(secret)
    const [{ last_delivery: _, ...after }] = await endpoints()
    expect(after).toMatchObject({ id: before[0].id, events: before[0].events, enabled: true })
    expect(await endpoints()).toHaveLength(1)
  })

  it("has its secret printed while it is in use, and another run beside it does not replace it", async () => {
    const { out: secret } = await printSecret()
    const running = listen()
    await running.stderr.until(/Listening on/)
    expect((await printSecret()).out).toBe(secret)
    const second = listen()
    await second.stderr.until(/Listening on/)
    expect(second.stderr.text).toMatch(
      /Port \d+, chosen by --print-secret, is in use: listening on another port, with another endpoint/,
    )
    for (const one of [second, running]) {
      one.interrupt()
      await one.ended
    }
    expect(await endpoints()).toMatchObject([{ id: 1 }])
    expect((await printSecret()).out).toBe(secret)
  })
})
