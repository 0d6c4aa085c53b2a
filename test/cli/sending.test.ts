import { once } from "node:events"
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { afterAll, afterEach, describe, expect, it, onTestFinished } from "vitest"
import { ceilingStore } from "../../sdk/client/request/ceiling-store.ts"
import { Mas, SendCeilingError } from "../../sdk/index.ts"
import { rejection } from "../sdk/core/support.ts"
import { root } from "../support/files.ts"
import { LocalMcpSession } from "./own/local-mcp-session.ts"
import { homeWithService, sendMail } from "./own/run.ts"

const { service, home, run, close } = homeWithService()
const file = join(home.folder, "config", "state", "ceiling.json")
afterEach(() => {
  service.world.reset()
  rmSync(dirname(file), { recursive: true, force: true })
})
afterAll(close)

const limited = (limits: string) => ({ MAS_MAX_SENDS: limits })
const count = () => service.world.messages.list({ limit: 100 }).length

describe("a command under MAS_MAX_SENDS", () => {
  it("counts with every later one, and is refused with 7 before anything is sent", async () => {
    const env = limited("2/1h per recipient, 500/15m")
    for (let call = 0; call < 2; call++) expect((await run(sendMail, { env })).code).toBe(0)
    const { code, out, err } = await run(sendMail, { env })
    expect([code, out, count()]).toEqual([7, "", 2])
    expect(JSON.parse(err).error).toMatchObject({
      code: "send_ceiling",
      message: expect.stringMatching(/the ceiling of 2\/1h for ada@example\.test is reached: .* \(MAS_MAX_SENDS\)$/),
      hint: "Nothing was sent. `mas doctor` shows the ceiling.",
      retryable: true,
    })
    expect((await run([...sendMail, "--dry-run"], { env })).code).toBe(0)
  })

  it("counts nothing in a dry run, and nothing for a read", async () => {
    const env = limited("1/1h")
    await run([...sendMail, "--dry-run"], { env })
    await run(["account", "get"], { env })
    expect((await run(sendMail, { env })).code).toBe(0)
  })

  it.each([
    ["", "MAS_MAX_SENDS is empty"],
    ["many", 'MAS_MAX_SENDS is "many": a limit is a number and a window'],
    ["5/1h per person", 'MAS_MAX_SENDS has "5/1h per person"'],
  ])("is refused for the limits %j, which doctor shows, too", async (limits, problem) => {
    const { code, err } = await run(sendMail, { env: limited(limits) })
    expect([code, count()]).toEqual([6, 0])
    expect(JSON.parse(err).error.message).toContain(problem)
    const doctor = await run(["doctor"], { env: limited(limits) })
    expect(doctor.out).toContain(problem)
    expect(doctor.code).toBe(2)
  })

  it("shows in doctor how many of the total count, which counts nothing itself", async () => {
    const env = limited("2/1h per recipient, 3/15m")
    const sent = async () => {
      const checks: { check: string; detail: string }[] = (await run(["doctor", "--output", "json"], { env })).json
      return checks.find(({ check }) => check === "sending")?.detail
    }
    const shared = `for all on this machine that share ${file}`
    expect(await sent()).toBe(`2/1h per recipient, 3/15m (MAS_MAX_SENDS): 0 of 3 used, ${shared}`)
    await run(sendMail, { env })
    await run(sendMail, { env })
    expect(await sent()).toContain(": 2 of 3 used, ")
    expect(await sent()).toContain(": 2 of 3 used, ")
    const detailOf = async (env: Readonly<Record<string, string>>) =>
      (await run(["doctor", "--output", "json"], { env })).json.find(
        (one: { check: string }) => one.check === "sending",
      )?.detail
    expect(await detailOf({ MAS_CEILING_STORE: file })).toBe(`no limit (MAS_CEILING_STORE), ${shared}`)
    expect(await detailOf({ ...limited("3/15m"), MAS_BASE_URL: "nowhere" })).toBe(`3/15m (MAS_MAX_SENDS), ${shared}`)
    await run(["sending", "stop", "--reason", "a wrong list"])
    expect(await sent()).toMatch(/^stopped since .*: a wrong list, for all/)
    await run(["sending", "start"])
    await run(["sending", "stop"])
    expect(await sent()).toMatch(/^stopped since [-\dT:.]+Z, for all/)
  })

  it("is refused while the store is damaged", async () => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, "{")
    const doctor = await run(["doctor"], { env: limited("5/1h") })
    expect([doctor.code, doctor.out]).toEqual([8, expect.stringContaining("the store of the ceiling fails: ")])
    const { code, err } = await run(sendMail, { env: limited("5/1h") })
    expect([code, count()]).toEqual([8, 0])
    expect(JSON.parse(err).error.message).toContain("is damaged: remove it, and the counts begin again")
  })

  it("leaves no trace if it is unset", async () => {
    expect((await run(sendMail)).code).toBe(0)
    expect(existsSync(dirname(file))).toBe(false)
  })

  it("holds for what an assistant does, too", async () => {
    const session = await LocalMcpSession.open(home, ["--no-hold"], { env: limited("1/1h") })
    const message = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hello" }
    const send = async () => (await session.call("messages.send", message)).data
    expect(await send()).not.toHaveProperty("error")
    expect((await send()).error).toMatchObject({ code: "send_ceiling", retryable: true })
    await session.close()
    expect(count()).toBe(1)
  })
})

describe("mas sending", () => {
  it("stops every command, and every program that shares the store, until start", async () => {
    expect((await run(["sending", "status"])).json).toMatchObject({ stopped: false })
    const { json, code } = await run(["sending", "stop", "--reason", "a wrong list"])
    expect([code, json]).toEqual([
      0,
      {
        stopped: true,
        since: expect.stringMatching(/Z$/),
        reason: "a wrong list",
        shared_by: `all on this machine that share ${file}`,
      },
    ])
    const failedSend = await run(sendMail)
    expect([failedSend.code, count()]).toEqual([7, 0])
    expect(JSON.parse(failedSend.err).error).toMatchObject({
      code: "sending_stopped",
      message: expect.stringContaining("a wrong list"),
      hint: "Nothing was sent. `mas sending status` shows since when, and why.",
    })
    const mas = new Mas({ ...service.clientOptions, ceiling: { total: "5/1h", store: ceilingStore(file) } })
    const error = await rejection(mas.messages.send({ channel: "sms", to: "+4915112345678", body: "Hi" }))
    expect(error).toBeInstanceOf(SendCeilingError)
    const doctor = await run(["doctor"])
    expect(doctor.out).toContain("a wrong list")
    expect((await run(["sending", "start"])).json).toMatchObject({ stopped: false })
    expect((await run(sendMail)).code).toBe(0)
  })

  it("is said when a mock server starts, and by its dashboard while it lasts", async () => {
    await run(["sending", "stop", "--reason", "a wrong list"])
    const mock = home.start(["mock", "start", "--port", "0"])
    const sentence = /Sending is stopped since .*: a wrong list\. `mas sending start` lets it go on\./
    await mock.stderr.until(sentence)
    const [, url = ""] = await mock.stdout.until(/Control API: (\S+)/)
    const notice = async () => (await (await fetch(`${url}/notice`)).json()).notice
    expect(await notice()).toMatch(sentence)
    await run(["sending", "start"])
    expect(await notice()).toBeNull()
    mock.interrupt()
    expect((await mock.ended).code).toBe(0)
  })

  it("changes nothing in a dry run", async () => {
    const { err } = await run(["sending", "stop", "--dry-run"])
    expect(err).toContain("Nothing was changed")
    expect(existsSync(file)).toBe(false)
  })

  it("says which package is missing, or that a server is not there", async () => {
    const redis = await run(["sending", "status", "--store", "redis://user:secret@127.0.0.1:1"])
    expect(redis.code).toBe(8)
    expect(redis.err).not.toContain("secret")
    expect(redis.err).toMatch(/cannot be reached/)
  })
})

describe("mas sending health", () => {
  const send = async (mails: number, bad: number) => {
    const mas = new Mas(service.clientOptions)
    service.world.outcomes.add({ to: "*@bad.test", outcome: "bounced" })
    for (let at = 0; at < mails; at++) {
      const to = `p${at}@${at < bad ? "bad" : "good"}.test`
      await mas.messages.send({ channel: "email", to, subject: "Hi", body: "Hi" })
    }
    service.world.advance("1m")
  }

  it("ends with 10 if nothing was sent, and with 0 if too few were", async () => {
    expect((await run(["sending", "health"])).code).toBe(10)
    await send(13, 1)
    const { code, err } = await run(["sending", "health"])
    expect(code).toBe(0)
    expect(err).toContain("Too few mails were sent")
  })

  it.each([
    [3, 9, "warning"],
    [6, 1, "pause"],
  ])("tells cron of %i bounces of 100 with %i", async (bad, exitCode, state) => {
    await send(100, bad)
    const { code, json, err } = await run(["sending", "health", "--output", "json"])
    expect(code).toBe(exitCode)
    expect(json[0]).toMatchObject({ span: "hour", kind: "bounces", sent: 100, count: bad, state })
    expect(json[0].addresses).toContain("p0@bad.test")
    expect(err).toContain(`${state}: ${bad} of 100 mails of the last hour bounced for good`)
  })

  it("reads events of one's own, and names the line that is none", async () => {
    const timestamp = service.world.clock.get().now
    const events = Array.from({ length: 100 }, (_, at) => {
      const data = { message_id: at + 1, to: `p${at}@example.test`, bounce: { type: "hard" } }
      return JSON.stringify({ type: at < 10 ? "email.bounced" : "email.delivered", timestamp, data })
    }).join("\n")
    expect((await run(["sending", "health", "--events", "-"], { stdin: events })).code).toBe(1)
    writeFileSync(join(home.folder, "events.ndjson"), `\uFEFF${events}\n\n`)
    expect((await run(["sending", "health", "--events", "events.ndjson"])).code).toBe(1)
    for (const line of ["null", "{", '{"type":"email.sent"}', '{"data":{}}'])
      expect((await run(["sending", "health", "--events", "-"], { stdin: `\n${line}` })).err).toContain("line 2 is no")
    const { code, err } = await run(["sending", "health", "--events", "-"], { stdin: `${events}\n{}` })
    expect(code).toBe(2)
    expect(err).toContain("line 101 is no webhook event")
  })
})

describe("a store that is none", () => {
  it.each(["mysql://x/y", "redis+tls://127.0.0.1", "memory"])("is refused, and stops nobody: %s", async (address) => {
    for (const verb of ["stop", "status"]) {
      const { code, err } = await run(["sending", verb, "--store", address])
      expect([code, JSON.parse(err).error.message]).toEqual([6, expect.stringContaining("store must be postgres://")])
    }
    expect(existsSync(join(home.folder, "memory"))).toBe(false)
  })

  it("does not reply: Ctrl-C ends the command", async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => void sockets.add(socket))
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const { port } = silent.address() as AddressInfo
    symlinkSync(join(root, "node_modules"), join(home.folder, "node_modules"))
    const running = home.start(["sending", "status", "--store", `redis://127.0.0.1:${port}`])
    await once(silent, "connection")
    running.interrupt()
    expect((await running.ended).code).toBe(130)
  })
})

it("a hold for no time is refused: every call would have expired at once", async () => {
  const { code, err } = await run(["mcp", "--hold-for", "0s"], { io: { stdin: Readable.from([]) } })
  expect([code, err]).toEqual([6, expect.stringContaining("--hold-for must be more than 0")])
})
