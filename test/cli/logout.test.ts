import { readFileSync } from "node:fs"
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
const loginAsOwner = (password = "mock-password") =>
  home.run(["login", "--profile", "owner", "--base-url", url, "--email", "owner@acme.test", "--password", "-"], {
    stdin: password,
  })

describe("mas logout", () => {
  it("removes a saved profile of a built-in name as a whole", async () => {
    await login("mock")
    await login("other")
    expect(Object.keys(config().profiles)).toEqual(["mock", "other"])
    expect((await home.run(["logout", "--profile", "mock"])).code).toBe(0)
    expect(config()).toMatchObject({ current: "other", profiles: { other: { api_key: key } } })
    expect(config().profiles).not.toHaveProperty("mock")
    expect((await home.run(["logout", "--profile", "mock"])).code).toBe(3)
  })

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
