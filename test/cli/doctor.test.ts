import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { Home } from "./own/run.ts"

const service = createMockService({ clock: "frozen" })
let home = new Home({}, service.fetch)
afterEach(() => {
  home.remove()
  home = new Home({}, service.fetch)
  service.world.reset()
})

const key = service.apiKey
const url = service.url
const login = (name = "local") =>
  home.run(["login", "--profile", name, "--base-url", url, "--api-key", "-"], { stdin: `${key}\n` })

describe("mas doctor", () => {
  const checks = async (argv: string[] = [], now?: () => number) => {
    const { code, json } = await home.run(["doctor", "--output", "json", ...argv], now ? { now } : {})
    return { code, rows: Object.fromEntries(json.map((row: { check: string }) => [row.check, row])) }
  }

  it("finds no problem if there is none", async () => {
    await login()
    const { code, rows } = await checks()
    expect(code).toBe(0)
    expect(Object.keys(rows)).toEqual(["versions", "config", "profile", "reachable", "clock", "credential", "webhooks"])
    expect(Object.values(rows)).toSatisfy((all: { result: string }[]) => all.every(({ result }) => result === "ok"))
  })

  it("warns of events that no endpoint gets, and finds a problem in an endpoint that is off", async () => {
    await login()
    const create = ["webhooks", "create", "--url", "https://acme.test/hook", "--events", "email.sent"]
    await home.run(create)
    const partly = await checks()
    const fix = expect.stringContaining("mas webhooks update")
    expect([partly.code, partly.rows.webhooks]).toMatchObject([0, { result: "warning", fix }])
    await home.run(["webhooks", "update", "1", "--enabled", "false"])
    expect((await checks()).code).toBe(1)
  })

  it("does not check webhooks that the credential has no access to, or whose service fails", async () => {
    await login()
    for (const [status, result, detail] of [
      [403, "ok", "not checked: this credential has no access"],
      [500, "warning", expect.stringMatching(/^not checked: .*500/)],
    ] as const) {
      service.world.faults.add({ path: "/v1/my/webhooks", status, times: 1 })
      expect(await checks(["--max-retries", "0"])).toMatchObject({ code: 0, rows: { webhooks: { result, detail } } })
    }
  })

  it("counts profiles and endpoints", async () => {
    await login()
    expect((await checks()).rows.config.detail).toMatch(/: 1 profile$/)
    await login("other")
    const every = ["--events", "email.bounced,email.complained,email.failed"]
    for (const [path, count] of [
      ["a", "1 endpoint, no problem"],
      ["b", "2 endpoints, no problem"],
    ]) {
      await home.run(["webhooks", "create", "--url", `https://acme.test/${path}`, ...every])
      const { rows } = await checks()
      expect([rows.config.detail, rows.webhooks.detail]).toEqual([expect.stringMatching(/: 2 profiles$/), count])
    }
  })

  it("says how to set an address and a credential", async () => {
    const none = await checks()
    expect([none.code, none.rows.profile.fix]).toEqual([2, expect.stringContaining("mas login")])
    const noKey = await checks(["--base-url", url])
    expect([noKey.code, noKey.rows.profile.fix]).toEqual([3, expect.stringContaining("MAS_API_KEY")])
  })

  it("distinguishes a refused credential from an unreachable service", async () => {
    await login()
    service.world.credentials.revoke(key)
    expect(await checks()).toMatchObject({ code: 3, rows: { credential: { result: "problem" } } })
    const elsewhere = new Home({ MAS_BASE_URL: "http://127.0.0.1:1", MAS_API_KEY: key })
    const { code, json } = await elsewhere.run(["doctor", "--output", "json"])
    elsewhere.remove()
    expect(code).toBe(8)
    expect(json.at(-1)).toMatchObject({ check: "reachable", fix: expect.stringContaining("mas mock") })
  })

  it("detects a wrong clock", async () => {
    await login()
    const date = new Date("2026-03-01T12:00:00Z")
    const respond = async () => Response.json({ id: 1, name: "Acme" }, { headers: { Date: date.toUTCString() } })
    const elsewhere = new Home({ MAS_BASE_URL: "https://api.example.test", MAS_API_KEY: key }, respond)
    const { code, json } = await elsewhere.run(["doctor", "--output", "json"], { now: () => date.getTime() + 600_000 })
    elsewhere.remove()
    expect(code).toBe(1)
    expect(json.find(({ check }: { check: string }) => check === "clock").detail).toMatch(/^600 s ahead of/)
  })

  it("warns of a config that others can read, with the command that fixes it", async () => {
    mkdirSync(join(home.folder, "config"))
    const path = join(home.folder, "config/config.json")
    writeFileSync(path, JSON.stringify({ profiles: { local: { base_url: url, api_key: key } }, current: "local" }), {
      mode: 0o644,
    })
    const { code, rows } = await checks()
    expect([code, rows.config.result, rows.config.fix]).toEqual([
      0,
      "warning",
      expect.stringContaining(`chmod 600 '${path}'`),
    ])
  })

  it("reports an unreadable config", async () => {
    mkdirSync(join(home.folder, "config/config.json"), { recursive: true })
    const { code, rows } = await checks(["--base-url", url])
    expect([code, rows.config]).toEqual([
      2,
      expect.objectContaining({ result: "problem", detail: expect.stringContaining("it is a folder") }),
    ])
  })

  it("stops at a broken config", async () => {
    mkdirSync(join(home.folder, "config"))
    writeFileSync(join(home.folder, "config/config.json"), "{")
    const { code, rows } = await checks()
    expect([code, Object.keys(rows)]).toEqual([2, ["versions", "config"]])
  })
})
