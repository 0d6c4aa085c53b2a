import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock requests", () => {
  it("lists as many rows as --limit says, and says what was left out", async () => {
    const { world, apiKey } = sandbox.service
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
        const { json, err } = await sandbox.run(["mock", list, ...limit])
        expect([list, json.length, err]).toEqual([list, 120, ""])
      }
      const { json, err } = await sandbox.run(["mock", list, "--limit", "101"])
      expect([json.length, json.at(-1).id]).toEqual([101, 120])
      expect(err).toBe(`Only the newest 101 are shown, by --limit. All: mas mock ${list}\n`)
    }
    const few = await sandbox.run(["mock", "timers", "--limit", "1"])
    expect([few.json.length, few.err]).toEqual([1, "Only the earliest 1 are shown, by --limit. All: mas mock timers\n"])
  })

  it("lists requests by filter and limit, and clears them", async () => {
    await sandbox.run(["lists", "list"])
    await sandbox.run(["contacts", "list"])
    expect((await sandbox.run(["mock", "requests", "--path", "/v1/my/lists"])).json).toMatchObject([
      { path: "/v1/my/lists" },
    ])
    expect((await sandbox.run(["mock", "requests", "--limit", "1"])).json).toMatchObject([{ path: "/v1/my/contacts" }])
    await sandbox.run(["mock", "requests", "--clear"])
    expect((await sandbox.run(["mock", "requests"])).json).toEqual([])
  })

  it("lists the mail that the service sent", async () => {
    await sandbox.run(["invites", "create", "--email", "new@example.test", "--role", "member", "--yes"])
    expect((await sandbox.run(["mock", "outbox", "--to", "new@example.test"])).json).toMatchObject([
      { kind: "invitation" },
    ])
    expect((await sandbox.run(["mock", "deliveries"])).json).toEqual([])
  })
})
