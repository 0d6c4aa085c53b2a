import { afterAll, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())

it("mas mock restores a snapshot that is larger than any response of the service", async () => {
  for (let index = 0; index < 36; index += 1) {
    const stdin = JSON.stringify({ name: `Large ${index}`, html: "x".repeat(1_000_000) })
    await sandbox.run(["templates", "create", "--input", "-"], { stdin })
  }
  const { code, out } = await sandbox.run(["mock", "snapshot"])
  expect([code, out.length > 32 * 1024 * 1024]).toEqual([0, true])
  expect((await sandbox.run(["mock", "reset"])).code).toBe(0)
  expect((await sandbox.run(["mock", "restore", "-"], { stdin: out })).code).toBe(0)
  expect((await sandbox.run(["mock", "snapshot"])).out === out).toBe(true)
})
