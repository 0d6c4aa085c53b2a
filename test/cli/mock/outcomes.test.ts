import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let place = homeWithService(options)
afterEach(async () => {
  await place.close()
  place = homeWithService(options)
})

describe("mas mock outcomes", () => {
  it("adds an outcome for messages, lists it and removes it", async () => {
    const flags = ["--to", "*@example.test", "--outcome", "bounced", "--after", "2h", "--bot"]
    const { json } = await place.run(["mock", "outcomes", ...flags])
    expect(json).toMatchObject({ to: "*@example.test", outcome: "bounced", after_ms: 7_200_000, bot: true })
    expect((await place.run(["mock", "outcomes"])).json).toEqual([json])
    expect((await place.run(["mock", "outcomes", "--outcome", "bounced"])).code).toBe(2)
    await place.run(["mock", "outcomes", "--remove", "1"])
    await place.run(["mock", "outcomes", "--to", "+49*", "--outcome", "failed"])
    await place.run(["mock", "outcomes", "--clear"])
    expect(place.service.world.outcomes.list()).toEqual([])
  })
})
