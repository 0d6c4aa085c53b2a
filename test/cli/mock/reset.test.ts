import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let place = homeWithService(options)
afterEach(async () => {
  await place.close()
  place = homeWithService(options)
})

describe("mas mock reset", () => {
  it("resets the world, with nothing on stdout", async () => {
    await place.run(["lists", "create", "--name", "Gone"])
    expect(await place.run(["mock", "reset"])).toMatchObject({ code: 0, out: "" })
    expect((await place.run(["lists", "list"])).json).toHaveLength(1)
  })
})
