import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
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

  it("saves nothing for an address that is none, or a key that may not read its account", async () => {
    const env = { MAS_BASE_URL: "api.test" }
    const wrong = await home.run(["login", "--api-key", "-"], { stdin: key, env })
    expect([wrong.code, JSON.parse(wrong.err).error.message]).toEqual([
      6,
      "MAS_BASE_URL is not a service address: it must begin with http:// or https://",
    ])
    service.world.faults.add({ path: "/v1/my/account", status: 403 })
    const refusal = await home.run(["login", "--base-url", url, "--api-key", "-"], { stdin: key })
    expect([refusal.code, JSON.parse(refusal.err).error]).toMatchObject([
      3,
      {
        status: 403,
        message: expect.stringMatching(/ refused the API key: /),
        hint: expect.stringMatching(/^Nothing was saved\./),
      },
    ])
    expect(readdirSync(home.folder)).toEqual([])
  })

  it("saves a built-in profile at the mock server's address", async () => {
    const { code } = await home.run(["login", "--profile", "mock", "--api-key", "-"], { stdin: key })
    expect([code, config().profiles.mock]).toEqual([0, { base_url: "http://127.0.0.1:4010", api_key: key }])
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

  it("is not shown without its person because the service failed", { tags: "slow" }, async () => {
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
    const backupPath = join(home.folder, "config/config.json.broken-20260301120000")
    expect([code, err.split("\n")[0]]).toEqual([0, `The config file could not be read; it is kept as ${backupPath}.`])
    expect(readFileSync(backupPath, "utf8")).toBe('{"profiles":')
    expect(Object.keys(config().profiles)).toEqual(["default"])
  })

  const saveProfile = (saved: object) => {
    mkdirSync(join(home.folder, "config"), { mode: 0o700 })
    writeFileSync(
      join(home.folder, "config/config.json"),
      JSON.stringify({ current: "local", profiles: { local: saved } }),
      { mode: 0o600 },
    )
  }
  const rules = { allowed_recipients: "*@acme.test", redirect_to: "qa@acme.test", allow_unseen: "campaigns.send" }
  const asOwner = ["login", "--profile", "local", "--base-url", url, "--email", "owner@acme.test", "--password", "-"]

  it("keeps whom the profile may reach", async () => {
    saveProfile({ base_url: url, ...rules })
    expect((await login()).code).toBe(0)
    expect(config().profiles.local).toEqual({ base_url: url, ...rules, api_key: key })
    expect((await home.run(asOwner, { stdin: "mock-password" })).code).toBe(0)
    expect(config().profiles.local).toEqual({
      ...{ base_url: url, ...rules },
      ...{ token: expect.any(String), email: "owner@acme.test" },
    })
  })

  it("refuses an account with a key, and forgets a session's", async () => {
    saveProfile({ base_url: url, account: "1", token: "old" })
    const words = ["login", "--profile", "local", "--api-key", "-"]
    const { code, err } = await home.run([...words, "--account", "999"], { stdin: key })
    expect([code, JSON.parse(err).error.message]).toEqual([
      2,
      "--account has no effect with an API key, which belongs to one account",
    ])
    expect((await home.run(words, { stdin: key })).code).toBe(0)
    expect(config().profiles.local).toEqual({ base_url: url, api_key: key })
  })

  it("saves no account or brand that the credential does not reach", async () => {
    saveProfile({ base_url: url, account: "999", brand: "other" })
    const byPerson = await home.run(asOwner, { stdin: "mock-password" })
    expect([byPerson.code, JSON.parse(byPerson.err).error]).toMatchObject([
      3,
      { message: expect.stringContaining("owner@acme.test was not let into account 999 and brand other: ") },
    ])
    const byKey = await home.run(["login", "--profile", "local", "--api-key", "-"], { stdin: key })
    expect([byKey.code, JSON.parse(byKey.err).error]).toMatchObject([
      3,
      { message: expect.stringContaining("The API key was not let into brand other: ") },
    ])
    expect(config().profiles.local).toEqual({ base_url: url, account: "999", brand: "other" })
  })

  it("shows the account that the profile is for, not that of the variables", async () => {
    for (const [name, value] of [
      ["MAS_ACCOUNT_ID", "999"],
      ["MAS_BRAND_SID", "other"],
    ] as const) {
      vi.stubEnv(name, value)
      onTestFinished(() => void vi.unstubAllEnvs())
    }
    const env = { MAS_ACCOUNT_ID: "999", MAS_BRAND_SID: "other" }
    const { code, json } = await home.run(asOwner, { stdin: "mock-password", env })
    expect([code, json.account]).toEqual([0, { id: 1, name: "Acme" }])
    const checked = await home.run(["profiles", "check"], { env })
    expect([checked.code, checked.json]).toMatchObject([0, [{ state: "lives", account: 1 }]])
  })

  it("is asked for again by a profile that has an account beside its key", async () => {
    saveProfile({ base_url: url, account: "999", api_key: key })
    const { code, err } = await home.run(["account", "get"])
    expect([code, JSON.parse(err).error]).toMatchObject([
      2,
      {
        message: "the account of profile local has no effect with an API key, which belongs to one account",
        hint: expect.stringContaining("Save the key again: mas login --profile local,"),
      },
    ])
    const other = await home.run(["account", "get"], { env: { MAS_BASE_URL: url, MAS_API_KEY: key } })
    expect(other.json.id).toBe(1)
  })

  it("saves nothing in a dry run", async () => {
    const words = ["login", "--base-url", url, "--api-key", "-", "--dry-run"]
    expect((await home.run(words, { stdin: key })).code).toBe(0)
    expect(readdirSync(home.folder)).toEqual([])
  })
})
