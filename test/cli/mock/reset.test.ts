import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock reset", () => {
  it("resets the world, with nothing on stdout", async () => {
    await sandbox.run(["lists", "create", "--name", "Gone"])
    expect(await sandbox.run(["mock", "reset"])).toMatchObject({ code: 0, out: "" })
    expect((await sandbox.run(["lists", "list"])).json).toHaveLength(1)
  })
})
