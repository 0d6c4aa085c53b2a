import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { Home } from "./run.ts"

const service = createMockService({ clock: "frozen" })
let home = new Home({}, service.fetch)
afterEach(() => {
  home.remove()
  home = new Home({}, service.fetch)
  service.world.reset()
})

const key = service.apiKey
const url = service.url
const config = () => JSON.parse(readFileSync(join(home.folder, "config/config.json"), "utf8"))
const login = (name = "local") =>
  home.run(["login", "--profile", name, "--base-url", url, "--api-key", "-"], { stdin: `${key}\n` })
const loginAsOwner = (password = "mock-password") =>
  home.run(["login", "--profile", "owner", "--base-url", url, "--email", "owner@acme.test", "--password", "-"], {
    stdin: password,
  })

describe("mas login", () => {
  it("saves a key that the service accepts, and uses it from then on", async () => {
    const { code, json, out, err } = await login()
    expect(code).toBe(0)
    expect(json).toEqual({ profile: "local", base_url: url, credential: "api_key", account: { id: 1, name: "Acme" } })
    expect(out + err).not.toContain(key)
    expect(config()).toEqual({ current: "local", profiles: { local: { base_url: url, api_key: key } } })
    expect((await home.run(["account", "get"])).json.id).toBe(1)
  })

  it("saves the config for this user only, and leaves no other file", async () => {
    await login()
    expect(statSync(join(home.folder, "config")).mode & 0o777).toBe(0o700)
    expect(statSync(join(home.folder, "config/config.json")).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(home.folder, "config"))).toEqual(["config.json"])
  })

  it("trims an address from a variable", async () => {
    const env = { MAS_BASE_URL: `${url}\n`, MAS_API_KEY: key }
    await home.run(["login", "--api-key", "-"], { stdin: `${key}\n`, env })
    expect(config().profiles.default.base_url).toBe(url)
    expect((await home.run(["whoami"], { env })).json.base_url).toBe(url)
  })

  it("says that an unreachable address came from --base-url", async () => {
    const elsewhere = new Home()
    const words = [
      "login",
      "--profile",
      "w",
      "--base-url",
      "http://127.0.0.1:1",
      "--api-key",
      "x",
      "--max-retries",
      "0",
    ]
    const { code, err } = await elsewhere.run(words)
    elsewhere.remove()
    expect([code, JSON.parse(err).error.hint]).toEqual([8, expect.stringContaining("came from --base-url.")])
  })

  it("saves nothing if the key is refused", async () => {
    const { code } = await home.run(["login", "--base-url", url, "--api-key", "-"], { stdin: "maskey_live_wrong" })
    expect(code).toBe(3)
    expect(readdirSync(home.folder)).toEqual([])
  })

  it("saves the session of a person, not the password", async () => {
    const { code, json } = await loginAsOwner()
    expect([code, json.credential, json.email]).toEqual([0, "session", "owner@acme.test"])
    expect(config().profiles.owner).toEqual({ base_url: url, token: expect.any(String), email: "owner@acme.test" })
    expect(JSON.stringify(config())).not.toContain("mock-password")
    expect((await home.run(["whoami"])).json).toMatchObject({
      credential: "session",
      user: { email: "owner@acme.test" },
    })
  })

  it("is not shown without its person because the service failed", async () => {
    await login()
    service.world.faults.add({ path: "/v1/my/user", status: 500 })
    const { code, out, err } = await home.run(["whoami"])
    expect([code, out]).toEqual([1, ""])
    expect(err).toContain("500")
  })

  it("saves nothing if the password is wrong", async () => {
    expect((await loginAsOwner("wrong")).code).toBe(3)
    expect(readdirSync(home.folder)).toEqual([])
  })

  it("names everything that is missing if it cannot prompt", async () => {
    expect((await home.run(["login"])).err).toMatch(/--base-url.*--api-key/)
    const { code, err } = await home.run(["login", "--email", "owner@acme.test"])
    expect(code).toBe(2)
    expect(err).toMatch(/--base-url.*--password/)
  })

  it("leaves the other profiles unchanged", async () => {
    await login("one")
    await login("two")
    expect(Object.keys(config().profiles)).toEqual(["one", "two"])
    expect(config().current).toBe("two")
  })

  it("replaces a broken config file, keeps the old one, and says where", async () => {
    mkdirSync(join(home.folder, "config"))
    writeFileSync(join(home.folder, "config/config.json"), '{"profiles":')
    const now = () => Date.parse("2026-03-01T12:00:00Z")
    const words = ["login", "--base-url", url, "--api-key", "-"]
    expect((await home.run(words, { stdin: "maskey_live_wrong", now })).code).toBe(3)
    expect(readdirSync(join(home.folder, "config"))).toEqual(["config.json"])
    const { code, err } = await home.run(words, { stdin: key, now })
    const kept = join(home.folder, "config/config.json.broken-20260301120000")
    expect([code, err.split("\n")[0]]).toEqual([0, `The config file could not be read; it is kept as ${kept}.`])
    expect(readFileSync(kept, "utf8")).toBe('{"profiles":')
    expect(Object.keys(config().profiles)).toEqual(["default"])
  })

  it("saves nothing in a dry run", async () => {
    const words = ["login", "--base-url", url, "--api-key", "-", "--dry-run"]
    expect((await home.run(words, { stdin: key })).code).toBe(0)
    expect(readdirSync(home.folder)).toEqual([])
  })
})

describe("mas auth", () => {
  const words = ["auth", "login", "--email", "owner@acme.test", "--password", "-", "--base-url", url]
  const signIn = (...more: string[]) => home.run([...words, ...more], { stdin: "mock-password" })

  it("saves the session of a sign-in, like mas login", async () => {
    const { code, json, out, err } = await signIn()
    expect([code, json.email]).toEqual([0, "owner@acme.test"])
    const { token } = config().profiles.default
    expect(config()).toEqual({
      current: "default",
      profiles: { default: { base_url: url, token, email: "owner@acme.test" } },
    })
    expect(out + err).not.toContain(token)
    expect((await home.run(["whoami"])).json).toMatchObject({ credential: "session", user: { id: 1 } })
  })

  it("saves the session of a new user in the named profile, in place of a key", async () => {
    await login("new")
    const person = ["--email", "kat@acme.test", "--password", "-", "--profile", "new"]
    const { code } = await home.run(["auth", "signup", ...person], { stdin: "mock-password" })
    expect(code).toBe(0)
    expect(config().profiles.new).toEqual({ base_url: url, token: expect.any(String), email: "kat@acme.test" })
    expect((await home.run(["user", "get"])).json.email).toBe("kat@acme.test")
  })

  it("saves the session in a new profile", async () => {
    expect((await signIn("--profile", "brandnew")).code).toBe(0)
    expect(Object.keys(config().profiles)).toEqual(["brandnew"])
    expect((await home.run(["whoami", "--profile", "other"])).code).toBe(2)
  })

  it("saves nothing in a dry run, and nothing with a wrong password", async () => {
    expect((await signIn("--dry-run")).code).toBe(0)
    expect((await home.run(words, { stdin: "wrong" })).code).toBe(3)
    expect(readdirSync(home.folder)).toEqual([])
  })

  it("prints the session's token for scripts, even if a key takes precedence", async () => {
    await signIn()
    const { token } = config().profiles.default
    expect(await home.run(["auth", "token"], { env: { MAS_API_KEY: key } })).toMatchObject({
      code: 0,
      out: `${token}\n`,
    })
    expect((await home.run(["auth", "token", "-o", "json"])).json).toEqual({ profile: "default", token })
  })

  it("has no token without a session", async () => {
    await login()
    const { code, out, err } = await home.run(["auth", "token"])
    expect([code, out, err.includes("local has no session")]).toEqual([3, "", true])
    expect((await home.run(["auth", "token"], { env: { MAS_CONFIG_DIR: join(home.folder, "none") } })).code).toBe(3)
  })

  it("removes an ended session from the profile", async () => {
    await signIn()
    expect((await home.run(["auth", "logout"])).code).toBe(0)
    expect(config().profiles.default).toEqual({ base_url: url })
  })
})

describe("mas logout", () => {
  it("ends a session at the service and removes it", async () => {
    await loginAsOwner()
    const { token } = config().profiles.owner
    expect(await home.run(["logout"])).toMatchObject({ code: 0, out: "" })
    expect(config().profiles.owner).toEqual({ base_url: url })
    const response = await service.fetch(`${url}/v1/my/user`, { headers: { Authorization: `Bearer ${token}` } })
    expect(response.status).toBe(401)
  })

  it("removes a session that the service no longer knows", async () => {
    await loginAsOwner()
    service.world.reset()
    expect((await home.run(["logout"])).code).toBe(0)
    expect(config().profiles.owner.token).toBeUndefined()
  })

  it("removes a session even if the service cannot be reached", async () => {
    await loginAsOwner()
    service.world.faults.add({ drop: "before" })
    expect((await home.run(["logout", "--max-retries", "0"])).code).toBe(8)
    expect(config().profiles.owner.token).toBeUndefined()
  })

  it("removes a key, and says that it is still valid", async () => {
    await login()
    const { code, err } = await home.run(["logout", "--profile", "local"])
    expect(code).toBe(0)
    expect(err).toContain("still valid")
    expect(config().profiles.local).toEqual({ base_url: url })
  })

  it("leaves a profile whose next command suggests mas login", async () => {
    await login()
    await home.run(["logout"])
    const { code, err } = await home.run(["whoami", "--profile", "local"])
    expect([code, JSON.parse(err).error.message]).toEqual([3, "no credential is set"])
    expect(JSON.parse(err).error.hint).toContain("mas login --profile local")
  })

  it("with an unknown profile ends with 2, like every other command", async () => {
    await login()
    const { code, err } = await home.run(["logout", "--profile", "locla"])
    expect([code, JSON.parse(err).error.message]).toEqual([2, "there is no profile locla"])
  })

  it("ends with 3 if there is nothing to remove, and changes nothing in a dry run", async () => {
    expect((await home.run(["logout"])).code).toBe(3)
    await login()
    await home.run(["logout", "--dry-run"])
    expect(config().profiles.local.api_key).toBe(key)
  })
})

describe("mas profiles", () => {
  it("lists the profiles without secrets, the built-in ones first", async () => {
    await login()
    const { json, out } = await home.run(["profiles", "list"])
    const [mock, ...others] = json
    expect(mock).toMatchObject({ name: "mock", current: false, base_url: "http://127.0.0.1:4010" })
    expect(others.slice(0, -1).map(({ name }: { name: string }) => name)).toEqual([
      "mock-owner",
      "mock-manager",
      "mock-client",
      "mock-public",
    ])
    expect(others.slice(-1)).toMatchObject([{ name: "local", current: true, base_url: url, credential: "api_key" }])
    expect(out).not.toContain(key)
  })

  it("shows the kind and the owner of each credential", async () => {
    await loginAsOwner()
    await login("keyed")
    const path = join(home.folder, "config/config.json")
    const { profiles } = config()
    const bare = { base_url: url, brand: "brand_second", account: "3" }
    writeFileSync(path, JSON.stringify({ profiles: { ...profiles, bare } }), { mode: 0o600 })
    const { json } = await home.run(["profiles", "list"], { env: { MAS_PROFILE: "keyed" } })
    const none = { current: false, base_url: url, email: null, brand: null, account: null }
    expect(json.slice(-3)).toEqual([
      { ...none, name: "owner", credential: "session", email: "owner@acme.test" },
      { ...none, name: "keyed", credential: "api_key", current: true },
      { ...none, ...bare, name: "bare", credential: null },
    ])
  })

  it("selects the current one", async () => {
    await login()
    expect((await home.run(["profiles", "use", "mock"])).code).toBe(0)
    expect(config().current).toBe("mock")
    const { code, err } = await home.run(["profiles", "use", "lokal"])
    expect(code).toBe(2)
    expect(err).toContain("Did you mean local?")
  })

  it("removes one only with --yes", async () => {
    await login()
    expect((await home.run(["profiles", "remove", "local"])).code).toBe(2)
    await home.run(["profiles", "remove", "local", "--yes", "--dry-run"])
    expect(Object.keys(config().profiles)).toEqual(["local"])
    expect((await home.run(["profiles", "remove", "local", "--yes"])).code).toBe(0)
    expect(config()).toEqual({ profiles: {} })
    expect((await home.run(["profiles", "remove", "mock", "--yes"])).code).toBe(1)
  })
})

describe("mas doctor", () => {
  const checks = async (argv: string[] = [], now?: () => number) => {
    const { code, json } = await home.run(["doctor", "--output", "json", ...argv], now ? { now } : {})
    return { code, found: Object.fromEntries(json.map((row: { check: string }) => [row.check, row])) }
  }

  it("finds no problem if there is none", async () => {
    await login()
    const { code, found } = await checks()
    expect(code).toBe(0)
    expect(Object.keys(found)).toEqual([
      "versions",
      "config",
      "profile",
      "reachable",
      "clock",
      "credential",
      "webhooks",
    ])
    expect(Object.values(found)).toSatisfy((rows: { result: string }[]) => rows.every(({ result }) => result === "ok"))
  })

  it("says how to set an address and a credential", async () => {
    const none = await checks()
    expect([none.code, none.found.profile.fix]).toEqual([2, expect.stringContaining("mas login")])
    const noKey = await checks(["--base-url", url])
    expect([noKey.code, noKey.found.profile.fix]).toEqual([3, expect.stringContaining("MAS_API_KEY")])
  })

  it("distinguishes a refused credential from an unreachable service", async () => {
    await login()
    service.world.credentials.revoke(key)
    expect(await checks()).toMatchObject({ code: 3, found: { credential: { result: "problem" } } })
    const elsewhere = new Home({ MAS_BASE_URL: "http://127.0.0.1:1", MAS_API_KEY: key })
    const { code, json } = await elsewhere.run(["doctor", "--output", "json"])
    elsewhere.remove()
    expect(code).toBe(8)
    expect(json.at(-1)).toMatchObject({ check: "reachable", fix: expect.stringContaining("mas mock") })
  })

  it("detects a wrong clock", async () => {
    await login()
    const date = new Date("2026-03-01T12:00:00Z")
    const answer = async () => Response.json({ id: 1, name: "Acme" }, { headers: { Date: date.toUTCString() } })
    const elsewhere = new Home({ MAS_BASE_URL: "https://api.example.test", MAS_API_KEY: key }, answer)
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
    const { code, found } = await checks()
    expect([code, found.config.result, found.config.fix]).toEqual([
      0,
      "warning",
      expect.stringContaining(`chmod 600 '${path}'`),
    ])
  })

  it("reports an unreadable config", async () => {
    mkdirSync(join(home.folder, "config/config.json"), { recursive: true })
    const { code, found } = await checks(["--base-url", url])
    expect([code, found.config]).toEqual([
      2,
      expect.objectContaining({ result: "problem", detail: expect.stringContaining("it is a folder") }),
    ])
  })

  it("stops at a broken config", async () => {
    mkdirSync(join(home.folder, "config"))
    writeFileSync(join(home.folder, "config/config.json"), "{")
    const { code, found } = await checks()
    expect([code, Object.keys(found)]).toEqual([2, ["versions", "config"]])
  })
})

describe("a broken config file", () => {
  const given = ["--base-url", url, "--api-key", "-"]
  const withBroken = async (argv: readonly string[], options: object = {}) => {
    mkdirSync(join(home.folder, "config"), { recursive: true })
    writeFileSync(join(home.folder, "config/config.json"), "{")
    return home.run(argv, { stdin: key, ...options })
  }

  it.each([
    ["account", "get", ...given],
    ["whoami", ...given],
    ["webhooks", "sign", "--body", "x", "--secret", "whsec_c2VjcmV0"],
    ["mock", "clock", "--base-url", url],
    ["completion", "bash"],
  ])("does not affect commands that need none: mas %s %s", async (...argv) => {
    expect((await withBroken(argv)).code).toBe(0)
  })

  it("does not matter if variables set everything", async () => {
    expect((await withBroken(["account", "get"], { env: { MAS_BASE_URL: url, MAS_API_KEY: key } })).code).toBe(0)
  })

  it.each([
    ["account", "get"],
    ["account", "get", "--base-url", url],
    ["account", "get", "--profile", "work", ...given],
    ["profiles", "list"],
    ["logout"],
  ])("stops commands that need it, with the fix: mas %s %s %s", async (...argv) => {
    const { code, err } = await withBroken(argv)
    expect([code, JSON.parse(err).error.hint]).toEqual([2, expect.stringContaining("`mas login`")])
  })

  it("is reported by mas doctor, with all checks that do not need it", async () => {
    const alone = await withBroken(["doctor", "--output", "json"])
    expect([alone.code, alone.json.map(({ check }: { check: string }) => check)]).toEqual([2, ["versions", "config"]])
    const { code, json } = await withBroken(["doctor", "--output", "json", ...given])
    expect([code, json.at(-1).check, json.at(-1).result]).toEqual([2, "webhooks", "ok"])
    expect(json[1]).toMatchObject({ check: "config", result: "problem", fix: expect.stringContaining("mas login") })
  })
})
