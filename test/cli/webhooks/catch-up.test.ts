import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import { describe, expect, it, onTestFinished } from "vitest"
import type { DeliveryOutcome } from "../../../mock-server/world/delivery.ts"
import { homeWithService, rowsIn } from "../own/run.ts"

const types = ["email.sent", "email.delivered", "email.bounced"]

/** A receiver in another language: a socket and a library that verifies. It remembers the ids that it has processed. */
async function startReceiver(secret: string) {
  const library = new Webhook(secret)
  const done: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    try {
      const event = library.verify(Buffer.concat(chunks), request.headers as Record<string, string>) as { type: string }
      const id = String(request.headers["webhook-id"])
      if (!done.includes(`${event.type} ${id}`)) done.push(`${event.type} ${id}`)
      response.writeHead(204).end()
    } catch {
      response.writeHead(400).end()
    }
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { done, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` }
}

/** A service whose endpoint failed for a day and then recovered, and a receiver that has no events yet. */
async function afterOutage() {
  let outcome: DeliveryOutcome = { error: "the connection was refused", duration: 1 }
  const sandbox = homeWithService({ deliver: () => outcome })
  onTestFinished(() => sandbox.close())
  const { service, run } = sandbox
  await run(["webhooks", "create", "--url", "https://hooks.example.com/mas", "--events", types.join(",")])
  const send = (to: string) =>
    run(["messages", "send", "--channel", "email", "--to", to, "--subject", "Hi", "--body", "Hi"])
  await send("bounced@simulator.test")
  await service.world.advance("36h")
  outcome = { status: 204, duration: 1 }
  await run(["webhooks", "update", "1", "--enabled"])
  await send("delivered@simulator.test")
  await service.world.advance("1m")
  const receiver = await startReceiver((await run(["webhooks", "secret", "1"])).out.trim())
  const catchUp = async (flags: readonly string[], { to = receiver.url, endpoint = 1, io = {} } = {}) => {
    const words = ["webhooks", "catch-up", `${endpoint}`, "--to", to, ...flags]
    const { code, out, err } = await run(words, { io })
    return { code, err, rows: out === "" ? [] : rowsIn(out) }
  }
  return { ...receiver, run, catchUp }
}

describe("mas webhooks catch-up", () => {
  it("says how many events were acknowledged when it is interrupted", async () => {
    const { catchUp } = await afterOutage()
    const stop = new AbortController()
    let arrived = 0
    const server = createServer((_, response) => {
      if (++arrived === 2) stop.abort(new Error("Interrupted"))
      else response.writeHead(204).end()
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { code, err, rows } = await catchUp(["--since", "7d"], { to, io: { signal: stop.signal } })
    expect([code, rows.length]).toEqual([130, 1])
    expect(err).toMatch(/"hint":"1 of 4 events were acknowledged, and \S+ may have reached the receiver\."/)
  })

  it("sends each event once, oldest first, to a receiver that verifies with standardwebhooks", async () => {
    const { done, catchUp } = await afterOutage()
    const { code, err, rows } = await catchUp(["--since", "7d"])
    expect([code, rows.map(({ event_type }) => event_type)]).toEqual([
      0,
      ["email.sent", "email.bounced", "email.sent", "email.delivered"],
    ])
    expect(rows.every(({ acknowledged, status }) => acknowledged && status === 204)).toBe(true)
    expect(err).toContain("4 of 4 events of https://hooks.example.com/mas acknowledged.")
    expect(done).toEqual(rows.map(({ event_type, event_id }) => `${event_type} ${event_id}`))
    await catchUp(["--since", "7d"])
    expect(done).toHaveLength(4)
  })

  it("sends only unacknowledged events with --failed", async () => {
    const { catchUp } = await afterOutage()
    const { rows } = await catchUp(["--since", "7d", "--failed"])
    expect(rows.map(({ event_type }) => event_type)).toEqual(["email.sent", "email.bounced"])
  })

  it("uses the service's clock for --since, not this machine's", async () => {
    const { catchUp } = await afterOutage()
    const { rows } = await catchUp(["--since", "6h"])
    expect(rows.map(({ event_type }) => event_type)).toEqual(["email.sent", "email.delivered"])
  })

  it("sends what is known of events from while the endpoint was disabled, and says what is not", async () => {
    const sandbox = homeWithService({ deliver: () => ({ status: 204, duration: 1 }) })
    onTestFinished(() => sandbox.close())
    const { service, run } = sandbox
    await run(["webhooks", "create", "--url", "https://hooks.example.com/mas", "--events", types.join(",")])
    await run(["webhooks", "update", "1", "--no-enabled"])
    await run([
      "messages",
      "send",
      "--channel",
      "email",
      "--to",
      "bounced@simulator.test",
      "--subject",
      "Hi",
      "--body",
      "Hi",
    ])
    await service.world.advance("1h")
    const receiver = await startReceiver((await run(["webhooks", "secret", "1"])).out.trim())
    const args = ["webhooks", "catch-up", "1", "--since", "2h", "--to", receiver.url]
    const { code, out, err } = await run(args)
    expect([code, rowsIn(out).map(({ event_type, acknowledged }) => [event_type, acknowledged])]).toEqual([
      0,
      [
        ["email.sent", true],
        ["email.bounced", true],
      ],
    ])
    expect(rowsIn(out).every(({ event_id }) => /^caught_up_email_\w+$/.test(String(event_id)))).toBe(true)
    expect(err).toContain("It is unknown whether 1 message arrived.")
    await run(args)
    expect(receiver.done).toHaveLength(2)
  })

  it("says how many events may repeat once the endpoint that delivered them is deleted", async () => {
    const { run, catchUp } = await afterOutage()
    const dry = ["--dry-run", "--output", "ndjson"]
    await run(["webhooks", "create", "--url", "https://hooks.example.com/mas", "--events", types.join(",")])
    expect((await catchUp(["--since", "6h", ...dry])).err).not.toContain("may repeat")
    expect((await run(["webhooks", "delete", "1", "--yes"])).code).toBe(0)
    const { err } = await catchUp(["--since", "7d", ...dry], { endpoint: 2 })
    expect(err).toMatch(/^3 events before 20\S+Z may repeat: no endpoint that listens to their types is older,/m)
  })

  it("ends with 10 where nothing was missed", async () => {
    const { catchUp } = await afterOutage()
    const { code, err, rows } = await catchUp(["--since", "10s"])
    expect([code, rows, err]).toEqual([10, [], expect.stringContaining("has missed no event since")])
  })

  it("ends with 1 if the receiver refused an event, with its status", async () => {
    const { url, catchUp } = await afterOutage()
    const other = await startReceiver(`whsec_${Buffer.from("another secret, 24 bytes").toString("base64")}`)
    expect(other.url).not.toBe(url)
    const { code, rows } = await catchUp(["--since", "6h"], { to: other.url })
    expect([code, rows.map(({ acknowledged, status }) => [acknowledged, status])]).toEqual([
      1,
      [
        [false, 400],
        [false, 400],
      ],
    ])
  })

  it("says what it would send in a dry run, and what it could not send", async () => {
    const { done, catchUp } = await afterOutage()
    const dry = await catchUp(["--since", "6h", "--dry-run", "--output", "ndjson"])
    expect([dry.code, dry.rows]).toMatchObject([0, [{ event_type: "email.sent" }, { event_type: "email.delivered" }]])
    expect([done, Object.keys(dry.rows[0])]).toEqual([[], ["event_id", "event_type", "timestamp"]])
    const { code, err, rows } = await catchUp(["--since", "6h"], { to: "http://127.0.0.1:9/hooks" })
    const lost = { acknowledged: false, status: null, error: "connection refused" }
    expect([code, rows]).toMatchObject([1, [lost, lost]])
    expect(err).toContain("0 of 2 events of https://hooks.example.com/mas acknowledged.")
  })
})
