import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock outcomes", () => {
  it("adds an outcome for messages, lists it and removes it", async () => {
    const flags = ["--to", "*@example.test", "--outcome", "bounced", "--after", "2h", "--bot"]
    const { json } = await sandbox.run(["mock", "outcomes", ...flags])
    expect(json).toMatchObject({ to: "*@example.test", outcome: "bounced", after_ms: 7_200_000, bot: true })
    expect((await sandbox.run(["mock", "outcomes"])).json).toEqual([json])
    expect((await sandbox.run(["mock", "outcomes", "--outcome", "bounced"])).code).toBe(2)
    await sandbox.run(["mock", "outcomes", "--remove", "1"])
    await sandbox.run(["mock", "outcomes", "--to", "+49*", "--outcome", "failed"])
    await sandbox.run(["mock", "outcomes", "--clear"])
    expect(sandbox.service.world.outcomes.list()).toEqual([])
  })
})
