import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { dialog } from "./own/dialog.ts"
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

  it("checks each profile at its own address, and shows no secret", async () => {
    const path = join(home.folder, "config/config.json")
    expect((await home.run(["profiles", "check"])).code).toBe(10)
    await login()
    const live = await home.run(["profiles", "check"], {
      env: { MAS_API_KEY: "maskey_live_other", MAS_BASE_URL: "http://other.test" },
    })
    expect(live.code).toBe(0)
    expect(live.json).toMatchObject([
      { name: "local", state: "lives", account: 1, account_name: "Acme", base_url: url },
    ])

    const dead = { base_url: url, api_key: "maskey_live_dead" }
    const elsewhere = { base_url: "http://127.0.0.1:9", api_key: key }
    const incomplete = {
      keyless: { base_url: url },
      homeless: { api_key: key },
      twice: { base_url: url, api_key: key, account: "2" },
    }
    const profiles = { ...config().profiles, dead, elsewhere, ...incomplete }
    writeFileSync(path, JSON.stringify({ profiles }), { mode: 0o600 })
    const requests: string[] = []
    const fetch: typeof service.fetch = async (input, init) => {
      const request = new Request(input, init)
      requests.push(`${new URL(request.url).host} ${request.headers.get("authorization")}`)
      if (request.url.startsWith(elsewhere.base_url))
        throw Object.assign(new TypeError("fetch failed"), { code: "ECONNREFUSED" })
      return service.fetch(request)
    }
    const { code, json, out, err } = await home.run(["profiles", "check"], { io: { fetch } })
    expect(code).toBe(3)
    const states = json.map(({ name, state }: { name: string; state: string }) => [name, state])
    expect(Object.fromEntries(states)).toEqual({
      local: "lives",
      dead: "refused",
      elsewhere: "unreachable",
      keyless: "incomplete",
      homeless: "incomplete",
      twice: "incomplete",
    })
    expect(out + err).not.toMatch(/maskey_live_/)
    expect(requests.length).toBe(3)
  })

  it("checks sessions, and distinguishes what the service says of a credential", async () => {
    await loginAsOwner()
    expect((await home.run(["profiles", "check"])).json).toMatchObject([{ name: "owner", state: "lives", account: 1 }])
    service.world.requests.clear()
    const dry = await home.run(["profiles", "check", "--dry-run"])
    expect([dry.code, dry.out, dry.err]).toEqual([0, "", "Nothing was asked: this is a dry run.\n"])
    expect(service.world.requests.list()).toEqual([])
    const path = join(home.folder, "config/config.json")
    const stateOf = async (profile: object, status?: number) => {
      writeFileSync(path, JSON.stringify({ profiles: { one: profile } }), { mode: 0o600 })
      if (status !== undefined) service.world.faults.add({ path: "/v1/my/account", status, times: 1 })
      const { code, json } = await home.run(["profiles", "check"])
      return [code, json[0].state]
    }
    expect(await stateOf({ base_url: url, api_key: key }, 403)).toEqual([0, "lives"])
    expect(await stateOf({ base_url: url, api_key: key }, 500)).toEqual([1, "unclear"])
    expect(await stateOf({ base_url: url, api_key: "a key\nof two lines" })).toEqual([3, "incomplete"])
    expect(await stateOf({ base_url: "api.test", api_key: key })).toEqual([3, "incomplete"])
    expect(await stateOf({ base_url: url, api_key: key, token: "eyJ.dead.session" })).toEqual([3, "refused"])
  })

  it("selects the current one", async () => {
    await login()
    expect((await home.run(["profiles", "use", "mock"])).code).toBe(0)
    expect(config().current).toBe("mock")
    const { code, err } = await home.run(["profiles", "use", "lokal"])
    expect(code).toBe(2)
    expect(err).toContain("Did you mean local?")
  })

  it("offers a person at a terminal the saved ones, and keeps one after a no", async () => {
    const none = await dialog(home, ["profiles", "remove"], [])
    expect(none).toMatch(/ends with 2\n[\s\S]*there is no saved profile to remove/)
    await login("first")
    await login("second")
    const keptDialog = await dialog(home, ["profiles", "remove"], ["first", ""], { columns: 200 })
    expect(keptDialog).toContain(`  1  first  ${url}\n  2  second  ${url}\n`)
    expect(keptDialog).toContain(`Remove the profile first of ${url} with its credential`)
    expect([keptDialog.split("\n")[0], Object.keys(config().profiles)]).toEqual([
      expect.stringMatching(/ends with 1$/),
      ["first", "second"],
    ])
    await dialog(home, ["profiles", "remove"], ["second", "y"], { columns: 200 })
    expect(Object.keys(config().profiles)).toEqual(["first"])
    expect(await dialog(home, ["profiles", "use"], ["mock-owner"])).toMatch(/ends with 0\n/)
    expect(config().current).toBe("mock-owner")
  })

  it("makes a session for each call of a built-in person, and says where there is no mock server", async () => {
    const requests: string[] = []
    const at = (respond: () => Response) => ({
      io: {
        fetch: (async (input, init) => {
          requests.push(new URL(new Request(input, init).url).pathname)
          return respond()
        }) satisfies typeof service.fetch,
      },
    })
    const noServer = () => {
      throw Object.assign(new TypeError("fetch failed"), { code: "ECONNREFUSED" })
    }
    const asOwner = ["lists", "list", "--profile", "mock-owner"]
    for (const [respond, problem] of [
      [noServer, "No mock server responds at http://127.0.0.1:4010"],
      [() => new Response("{}", { status: 404 }), "http://127.0.0.1:4010 is not a mock server"],
    ] as const) {
      const { code, err } = await home.run(asOwner, at(respond))
      expect([code, JSON.parse(err).error.message]).toEqual([8, expect.stringContaining(problem)])
    }
    expect(new Set(requests.splice(0))).toEqual(new Set(["/_mock/credentials"]))
    expect(await home.run([...asOwner, "--dry-run"], at(noServer))).toMatchObject({ code: 0, err: "" })
    expect(requests).toEqual([])
  })

  it("are saved over the lock of a process that is long gone, without its leftover files", async () => {
    await login()
    const folder = join(home.folder, "config")
    const name = "01234567-89ab-cdef-0123-456789abcdef"
    const old = [`config.json.lock`, `config.json.${name}.part`, `config.json.lock.${name}`]
    for (const file of old) {
      writeFileSync(join(folder, file), String(process.pid))
      utimesSync(join(folder, file), 0, 0)
    }
    // Another process may be writing this one.
    const fresh = `config.json.${name.replace("0", "1")}.part`
    writeFileSync(join(folder, fresh), "{")
    expect((await login("other")).code).toBe(0)
    expect(readdirSync(folder).sort()).toEqual([fresh, "config.json"].sort())
    expect(Object.keys(config().profiles)).toEqual(["local", "other"])
  })

  it("wait for another process that changes them, until Ctrl-C", async () => {
    await login()
    writeFileSync(join(home.folder, "config/config.json.lock"), String(process.ppid))
    const waiting = await home.run(["profiles", "use", "mock"], { io: { signal: AbortSignal.abort() } })
    expect([waiting.code, config().current]).toEqual([130, "local"])
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
