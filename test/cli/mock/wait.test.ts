import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock wait", () => {
  it("waits for an event, and names the nearest one on a timeout", async () => {
    const waiting = sandbox.run(["mock", "wait", "messages", "--where", "to=ana@example.test", "--within", "30s"])
    const words = ["--channel", "email", "--to", "ana@example.test", "--subject", "Hi", "--html", "x"]
    await sandbox.run(["messages", "send", ...words])
    expect((await waiting).json).toMatchObject([{ to: "ana@example.test" }])
    const { code, err } = await sandbox.run(["mock", "wait", "messages", "--where", "subject=Bye", "--within", "0s"])
    expect([code, JSON.parse(err).error.message]).toEqual([10, expect.stringContaining('subject is "Hi", not "Bye"')])
    expect((await sandbox.run(["mock", "wait", "requests", "--count", "1"])).json).toHaveLength(1)
  })
})
