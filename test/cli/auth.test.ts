import { readdirSync, readFileSync } from "node:fs"
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
const config = () => JSON.parse(readFileSync(join(home.folder, "config/config.json"), "utf8"))
const login = (name = "local") =>
  home.run(["login", "--profile", name, "--base-url", url, "--api-key", "-"], { stdin: `${key}\n` })

describe("mas auth", () => {
  const words = ["auth", "login", "--email", "owner@acme.test", "--password", "-", "--base-url", url]
  const signIn = (...more: string[]) => home.run([...words, ...more], { stdin: "mock-password" })

  it("saves the session of a sign-in, like mas login", async () => {
    const { code, json, out, err } = await signIn()
    expect([code, json.email]).toEqual([0, "owner@acme.test"])
    expect(err).toMatch(/^Saved in .*config\.json\. Commands use the profile default from now on\.\n$/)
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
    const { code, err } = await home.run(["auth", "logout"])
    expect([code, err]).toEqual([0, "The session of the profile default has ended.\n"])
    expect(config().profiles.default).toEqual({ base_url: url })
  })
})
