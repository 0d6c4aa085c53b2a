import { afterEach, describe, expect, it } from "vitest"
import { Home, homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock advance", () => {
  it("advances the clock by a duration or to a time", async () => {
    expect((await sandbox.run(["mock", "advance", "3d"])).json).toEqual({ now: "2026-03-04T12:00:00.000Z", fired: 0 })
    const { json } = await sandbox.run(["mock", "advance", "--to", "2026-04-01T00:00:00Z"])
    expect(json.now).toBe("2026-04-01T00:00:00.000Z")
    for (const [to, now] of [
      ["2026-04-02", "2026-04-02T00:00:00.000Z"],
      ["2026-04-03T12:00+02:00", "2026-04-03T10:00:00.000Z"],
    ] as const)
      expect((await sandbox.run(["mock", "advance", "--to", to])).json.now).toBe(now)
    expect((await sandbox.run(["mock", "advance", "--to", "2027-02-29"])).code).toBe(6)
  })

  it("needs exactly one target to advance to", async () => {
    for (const words of [[], ["1h", "--to", "2026-04-01T00:00:00Z"]]) {
      const { code, out, err } = await sandbox.run(["mock", "advance", ...words])
      expect([code, out]).toEqual([2, ""])
      expect(err).toContain("give exactly one of <by>, --to")
    }
  })

  it("offers no command that would advance twice when its response was lost", async () => {
    const cut = async () => {
      throw Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(), { code: "ECONNRESET" }) })
    }
    const home = new Home({ MAS_BASE_URL: "http://127.0.0.1:4010" }, cut)
    const { code, err } = await home.run(["mock", "advance", "3d"])
    home.remove()
    expect([code, JSON.parse(err).error]).toEqual([8, expect.not.objectContaining({ next_command: expect.anything() })])
    expect(err).toContain("It may have taken effect")
  })

  it("advances to the next timer, and lists pending ones", async () => {
    const { json: waiting } = await sandbox.run(["mock", "timers", "--limit", "1"])
    expect(waiting).toEqual(sandbox.service.world.timers.list({ limit: 1 }))
    const { json } = await sandbox.run(["mock", "advance", "--next"])
    expect(json.now).toBe(waiting[0].due_at)
    const twice = await sandbox.run(["mock", "advance", "--next", "3d"])
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining("give exactly one of <by>, --to, --next")])
  })
})
