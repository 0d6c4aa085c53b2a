import { readFileSync, writeFileSync } from "node:fs"
import { get } from "node:http"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { tableOf } from "../../support/dashboard-data.ts"
import { homeWithService } from "./run.ts"

let place = homeWithService()
afterEach(async () => {
  await place.close()
  place = homeWithService()
})

describe("mas mock", () => {
  it("advances the clock by a duration or to a time", async () => {
    expect((await place.run(["mock", "advance", "3d"])).json).toEqual({ now: "2026-03-04T12:00:00.000Z", fired: 0 })
    const { json } = await place.run(["mock", "advance", "--to", "2026-04-01T00:00:00Z"])
    expect(json.now).toBe("2026-04-01T00:00:00.000Z")
    for (const [to, now] of [
      ["2026-04-02", "2026-04-02T00:00:00.000Z"],
      ["2026-04-03T12:00+02:00", "2026-04-03T10:00:00.000Z"],
    ] as const)
      expect((await place.run(["mock", "advance", "--to", to])).json.now).toBe(now)
    expect((await place.run(["mock", "advance", "--to", "2027-02-29"])).code).toBe(6)
  })

  it("starts a server with extra host names and a limit of worlds", async () => {
    const words = ["--allow-host", "mas", "--allow-host", "one.test,two.test", "--max-worlds", "1"]
    const running = place.home.start(["mock", "start", "--port", "0", "--output", "json", ...words])
    const [, url = ""] = await running.stdout.until(/"url": ?"([^"]+)"/)
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${url}/_mock/health`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on(
          "error",
          reject,
        )
      })
    expect(await Promise.all(["mas:4010", "one.test", "two.test", "evil.test"].map(statusFor))).toEqual([
      200, 200, 200, 403,
    ])
    const create = async () => (await fetch(`${url}/_mock/worlds`, { method: "POST" })).status
    expect([await create(), await create()]).toEqual([201, 409])
    running.interrupt()
    expect((await running.ended).code).toBe(0)
  })

  it("starts a server that sends webhooks to named hosts, and hints once at the flag that allows another", async () => {
    const words = [
      "--allow-webhooks-to",
      "app:3000",
      "--allow-webhooks-to",
      "10.0.0.7",
      "--no-local-webhooks",
      "--log",
      "off",
    ]
    const running = place.home.start(["mock", "start", "--port", "0", "--output", "json", ...words])
    const [, url = ""] = await running.stdout.until(/"url": ?"([^"]+)"/)
    const add = async (to: string) => {
      const headers = { Authorization: "Bearer maskey_live_mock", "Content-Type": "application/json" }
      const body = JSON.stringify({ url: to, events: ["email.sent"] })
      return (await fetch(`${url}/v1/my/webhooks`, { method: "POST", headers, body })).status
    }
    const answered = [await add("http://app:3000/"), await add("http://10.0.0.7/"), await add("http://app:3001/")]
    expect([...answered, await add("http://127.0.0.1:3000/"), await add("http://127.0.0.1/")]).toEqual([
      201, 201, 422, 422, 422,
    ])
    running.interrupt()
    await running.ended
    const hints = running.stderr.text.split("\n").filter((line) => line.includes("was refused"))
    expect(hints).toEqual([
      expect.stringContaining("--allow-webhooks-to HOST"),
      expect.stringContaining("--local-webhooks"),
    ])
  })

  it("accepts only hosts in --allow-webhooks-to", async () => {
    const { code, err } = await place.run(["mock", "start", "--port", "0", "--allow-webhooks-to", "http://app:3000"])
    expect([code, err.includes("--allow-webhooks-to")]).toEqual([6, true])
  })

  it("needs exactly one target to advance to", async () => {
    for (const words of [[], ["1h", "--to", "2026-04-01T00:00:00Z"]]) {
      const { code, out, err } = await place.run(["mock", "advance", ...words])
      expect([code, out]).toEqual([2, ""])
      expect(err).toContain("give exactly one of <by>, --to")
    }
  })

  it("shows the clock, and changes its mode and time", async () => {
    const { json } = await place.run(["mock", "clock"])
    expect(json).toMatchObject({ mode: "frozen", now: "2026-03-01T12:00:00.000Z" })
    const changed = await place.run(["mock", "clock", "--mode", "frozen", "--now", "2027-01-01T00:00:00Z"])
    expect(changed.json.now).toBe("2027-01-01T00:00:00.000Z")
    expect(place.service.world.clock.get().now).toBe("2027-01-01T00:00:00.000Z")
  })

  it("resets the world, with nothing on stdout", async () => {
    await place.run(["lists", "create", "--name", "Gone"])
    expect(await place.run(["mock", "reset"])).toMatchObject({ code: 0, out: "" })
    expect((await place.run(["lists", "list"])).json).toHaveLength(1)
  })

  it("shows the seeded world and the server's state", async () => {
    expect((await place.run(["mock", "world"])).json).toEqual(place.service.world.seeded())
    const { json } = await place.run(["mock", "status"])
    expect(json).toMatchObject({ requests: 0, deliveries: 0, outbox: 0, faults: [], clock: { mode: "frozen" } })
  })

  it("writes a snapshot to a file and restores it", async () => {
    await place.run(["lists", "create", "--name", "Kept"])
    const { code, out } = await place.run(["mock", "snapshot", "--to", "state.json"])
    expect([code, out]).toEqual([0, ""])
    await place.run(["mock", "reset"])
    expect((await place.run(["mock", "restore", "state.json"])).code).toBe(0)
    expect((await place.run(["lists", "list"])).json).toMatchObject([{}, { name: "Kept" }])
  })

  it("prints a snapshot on stdout and restores one from stdin", async () => {
    const { out } = await place.run(["mock", "snapshot"])
    expect((await place.run(["mock", "restore", "-"], { stdin: out })).code).toBe(0)
    expect((await place.run(["mock", "snapshot"])).out).toBe(out)
  })

  it("refuses an invalid snapshot and a missing file", async () => {
    writeFileSync(join(place.home.folder, "broken.json"), "{")
    expect((await place.run(["mock", "restore", "broken.json"])).code).toBe(6)
    expect((await place.run(["mock", "restore", "missing.json"])).err).toContain("there is no such file")
    expect((await place.run(["mock", "restore", "-"], { stdin: "{}" })).code).toBe(6)
  })

  it("adds, lists, removes and clears faults", async () => {
    const words = ["mock", "faults", "--path", "/v1/my/lists", "--status", "429", "--retry-after", "7", "--times", "1"]
    const { json: fault } = await place.run(words)
    expect(fault).toMatchObject({ path: "/v1/my/lists", status: 429, retry_after: 7, times: 1 })
    expect((await place.run(["mock", "faults"])).json).toEqual([fault])
    expect((await place.run(["lists", "list", "--max-retries", "0"])).code).toBe(7)
    await place.run(["mock", "faults", "--remove", String(fault.id)])
    await place.run(["mock", "faults", "--drop", "before"])
    await place.run(["mock", "faults", "--clear"])
    expect(place.service.world.faults.list()).toEqual([])
  })

  it("lists how often each fault has fired, and its probability", async () => {
    await place.run(["mock", "faults", "--path", "/v1/my/lists", "--status", "429", "--probability", "1"])
    await place.run(["lists", "list", "--max-retries", "0"])
    const { out } = await place.run(["mock", "faults", "--output", "csv"])
    const [head = "", row = ""] = out.split("\n").map((line) => line.split(","))
    expect([row[head.indexOf("fired")], row[head.indexOf("probability")]]).toEqual(["1", "1"])
  })

  it("refuses a fault that does nothing", async () => {
    const { code, err } = await place.run(["mock", "faults", "--path", "/v1/my/lists"])
    expect(code).toBe(2)
    expect(err).toContain("--status")
  })

  it("delivers an inbound mail with attachments", async () => {
    writeFileSync(join(place.home.folder, "a, b.txt"), "hello")
    const mail = ["--from", "ada@example.test", "--to", "inbox@acme.test", "--subject", "Hi", "--text", "Hello"]
    const { code, json } = await place.run(["mock", "inbound", ...mail, "--attach", "a, b.txt"])
    expect(code).toBe(0)
    expect(JSON.stringify(json)).toContain("a, b.txt")
  })

  it("names everything that a mail lacks", async () => {
    const { code, err } = await place.run(["mock", "inbound"])
    expect([code, err]).toEqual([2, expect.stringMatching(/--from.*--eml/)])
    const given = await place.run(["mock", "inbound", "--from", "ada@example.test"])
    expect([given.code, given.err]).toEqual([2, expect.stringMatching(/--to.*--subject/)])
  })

  it("delivers an inbound mail from a file, in any charset", async () => {
    const eml = "From: Zo\xeb <zoe@example.test>\nTo: inbox@acme.test\nSubject: =?iso-8859-1?Q?Gr=FC=DFe?=\n\nHi"
    writeFileSync(join(place.home.folder, "mail.eml"), Buffer.from(eml, "latin1"))
    const { code, json } = await place.run(["mock", "inbound", "--eml", "mail.eml"])
    expect([code, json]).toEqual([0, expect.objectContaining({ reported: true })])
    const { rows } = await tableOf(place.service.world, "conversationMessages")
    expect(rows[0]).toMatchObject({ subject: "Grüße", to: "inbox@acme.test" })
    const missing = await place.run(["mock", "inbound", "--eml", "none.eml"])
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("--eml: none.eml cannot be read")])
  })

  it("lists as many rows as --limit says, and says what was left out", async () => {
    const { world, apiKey } = place.service
    const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" }
    for (let number = 1; number <= 120; number++) {
      const body = JSON.stringify({ channel: "email", to: `a${number}@example.test`, subject: "s", body: "b" })
      await world.fetch("/v1/my/messages", {
        method: "POST",
        headers: { ...headers, "Idempotency-Key": `k${number}` },
        body,
      })
    }
    expect(world.messages.list()).toHaveLength(120)
    for (const list of ["messages", "requests"]) {
      for (const limit of [[], ["--limit", "1000"], ["--limit", "120"]]) {
        const { json, err } = await place.run(["mock", list, ...limit])
        expect([list, json.length, err]).toEqual([list, 120, ""])
      }
      const { json, err } = await place.run(["mock", list, "--limit", "101"])
      expect([json.length, json.at(-1).id]).toEqual([101, 120])
      expect(err).toBe(`Only the newest 101 are shown, by --limit. All: mas mock ${list}\n`)
    }
    const few = await place.run(["mock", "timers", "--limit", "1"])
    expect([few.json.length, few.err]).toEqual([1, "Only the earliest 1 are shown, by --limit. All: mas mock timers\n"])
  })

  it("lists requests by filter and limit, and clears them", async () => {
    await place.run(["lists", "list"])
    await place.run(["contacts", "list"])
    expect((await place.run(["mock", "requests", "--path", "/v1/my/lists"])).json).toMatchObject([
      { path: "/v1/my/lists" },
    ])
    expect((await place.run(["mock", "requests", "--limit", "1"])).json).toMatchObject([{ path: "/v1/my/contacts" }])
    await place.run(["mock", "requests", "--clear"])
    expect((await place.run(["mock", "requests"])).json).toEqual([])
  })

  it("lists the mail that the service sent", async () => {
    await place.run(["invites", "create", "--email", "new@example.test", "--role", "member", "--yes"])
    expect((await place.run(["mock", "outbox", "--to", "new@example.test"])).json).toMatchObject([
      { kind: "invitation" },
    ])
    expect((await place.run(["mock", "deliveries"])).json).toEqual([])
  })

  it("creates, lists and removes worlds, and calls one by its address", async () => {
    const { json: made } = await place.run(["mock", "worlds", "--create", "--clock", "frozen", "--seed", "7"])
    expect(made).toMatchObject({ id: "w1", api_key: "maskey_live_mock_w1" })
    expect((await place.run(["mock", "worlds"])).json).toEqual(place.service.world.worlds.list())
    await place.run(["lists", "create", "--name", "There", "--api-key", made.api_key])
    expect((await place.run(["lists", "list"])).json).toHaveLength(1)
    expect((await place.run(["lists", "list", "--base-url", made.base_url])).json).toHaveLength(2)
    expect((await place.run(["mock", "worlds", "--remove", "w1"])).code).toBe(0)
    expect((await place.run(["lists", "list", "--api-key", made.api_key])).code).toBe(4)
    expect((await place.run(["mock", "worlds", "--seed", "7"])).code).toBe(2)
  })

  it("starts a server with fixtures, and reports their errors by line", async () => {
    writeFileSync(join(place.home.folder, "shop.yaml"), "accounts:\n  shop:\n    name: Shop\n")
    const running = place.home.start(["mock", "start", "--port", "0", "--output", "json", "--fixtures", "shop.yaml"])
    const [, url = ""] = await running.stdout.until(/"url": ?"([^"]+)"/)
    const headers = { Authorization: "Bearer maskey_live_shop" }
    expect(await (await fetch(`${url}/v1/my/account`, { headers })).json()).toMatchObject({ name: "Shop" })
    running.interrupt()
    expect((await running.ended).code).toBe(0)
    for (const [line, code, message] of [
      ["    plan: gold", 6, "wrong.yaml:3:5: accounts.shop.plan is not a known plan"],
      ["    colour: red", 6, "wrong.yaml:3:5: accounts.shop.colour is not a known field"],
      ["    - [", 6, "wrong.yaml:4:1: Flow sequence"],
    ] as const) {
      writeFileSync(join(place.home.folder, "wrong.yaml"), `accounts:\n  shop:\n${line}\n`)
      for (const start of [
        ["start", "--port", "0", "--fixtures"],
        ["fixtures", "--from"],
      ]) {
        const ran = await place.run(["mock", ...start, "wrong.yaml"])
        expect([ran.code, ran.out, ran.err.includes(message)]).toEqual([code, "", true])
      }
    }
    expect((await place.run(["mock", "start", "--port", "0", "--fixtures", "none.yaml"])).err).toContain("no such file")
  })

  it("resets the world to fixtures, and exports it as fixtures", async () => {
    const stdin = "accounts:\n  main:\n    name: Anew\n    members: []\n"
    expect(await place.run(["mock", "fixtures", "--from", "-"], { stdin })).toMatchObject({ code: 0, out: "" })
    expect((await place.run(["account", "get"])).json.name).toBe("Anew")
    const { json } = await place.run(["mock", "fixtures"])
    expect(json).toEqual(place.service.world.state.fixtures())
    for (const file of ["world.yaml", "world.json"]) {
      expect(await place.run(["mock", "fixtures", "--to", file])).toMatchObject({ code: 0, out: "" })
      place.service.world.state.setFixtures({})
      expect((await place.run(["mock", "fixtures", "--from", file])).code).toBe(0)
      expect(place.service.world.state.fixtures()).toEqual(json)
    }
    expect(readFileSync(join(place.home.folder, "world.yaml"), "utf8")).toMatch(/^plans:\n {2}free:\n/)
    expect((await place.run(["mock", "fixtures", "--from", "world.json", "--to", "x.json"])).code).toBe(2)
  })

  it("adds a sender address to an account", async () => {
    const { json } = await place.run(["mock", "sender", "help@client.test", "--account-id", "3", "--inbox"])
    expect(json).toMatchObject({ brand_id: 4, verified: true, inbox: true })
    const { json: other } = await place.run([
      "mock",
      "sender",
      "a@b.test",
      "--brand-sid",
      "brand_second",
      "--unverified",
    ])
    expect(other).toMatchObject({ brand_id: 2, verified: false, inbox: false })
    expect((await place.run(["mock", "sender", "a@b.test", "--account-id", "99"])).code).toBe(6)
  })

  it("sends nothing in a dry run", async () => {
    const { code, json } = await place.run(["mock", "reset", "--dry-run"])
    expect([code, json.method, json.url]).toEqual([0, "POST", `${place.service.url}/_mock/reset`])
  })

  it("never sends the credential to the control API", async () => {
    const { json } = await place.run(["mock", "advance", "1h", "--dry-run"])
    expect(JSON.stringify(json)).not.toContain(place.service.apiKey)
  })

  it("says how to start a server if none responds", async () => {
    const { code, err } = await new (await import("./run.ts")).Home().run([
      "mock",
      "clock",
      "--base-url",
      "http://127.0.0.1:1",
    ])
    expect(code).toBe(8)
    expect(err).toContain("mas mock")
  })

  it("writes the whole snapshot to its file", async () => {
    await place.run(["mock", "snapshot", "--to", "state.json"])
    const text = readFileSync(join(place.home.folder, "state.json"), "utf8")
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(place.service.world.state.snapshot())))
  })
})
