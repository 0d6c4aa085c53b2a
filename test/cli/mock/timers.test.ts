import { afterAll, describe, expect, it } from "vitest"
import { homeWithService, sendMail } from "../own/run.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())

describe("mas mock timers", () => {
  it("shows one by its id, and postpones it", async () => {
    await sandbox.run(sendMail)
    const [timer] = (await sandbox.run(["mock", "timers"])).json
    expect((await sandbox.run(["mock", "timers", String(timer.id)])).json).toEqual(timer)
    expect((await sandbox.run(["mock", "timers", "99999"])).code).toBe(4)
    const postponed = await sandbox.run(["mock", "timers", String(timer.id), "postpone", "--by", "1d"])
    expect(Date.parse(postponed.json.due_at) - Date.parse(timer.due_at)).toBe(86_400_000)
    const { code, err } = await sandbox.run(["mock", "timers", "1", "--limit", "2"])
    expect([code, err]).toEqual([2, expect.stringContaining("--limit is for the list: leave out <id>")])
  })
})
