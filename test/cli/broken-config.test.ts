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

describe("a broken config file", () => {
  const connectionFlags = ["--base-url", url, "--api-key", "-"]
  const withBroken = async (argv: readonly string[], options: object = {}) => {
    mkdirSync(join(home.folder, "config"), { recursive: true })
    writeFileSync(join(home.folder, "config/config.json"), "{")
    return home.run(argv, { stdin: key, ...options })
  }

  it.each([
    ["account", "get", ...connectionFlags],
    ["whoami", ...connectionFlags],
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
    ["account", "get", "--profile", "work", ...connectionFlags],
    ["profiles", "list"],
    ["logout"],
  ])("stops commands that need it, with the fix: mas %s %s %s", async (...argv) => {
    const { code, err } = await withBroken(argv)
    expect([code, JSON.parse(err).error.hint]).toEqual([2, expect.stringContaining("`mas login`")])
  })

  it("is reported by mas doctor, with all checks that do not need it", async () => {
    const alone = await withBroken(["doctor", "--output", "json"])
    expect([alone.code, alone.json.map(({ check }: { check: string }) => check)]).toEqual([2, ["versions", "config"]])
    const { code, json } = await withBroken(["doctor", "--output", "json", ...connectionFlags])
    expect([code, json.at(-1).check, json.at(-1).result]).toEqual([2, "webhooks", "ok"])
    expect(json[1]).toMatchObject({ check: "config", result: "problem", fix: expect.stringContaining("mas login") })
  })
})
