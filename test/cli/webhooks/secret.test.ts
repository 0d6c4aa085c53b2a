import { afterAll, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const sandbox = homeWithService({ allowLocalWebhooks: true })
const run = sandbox.run

afterAll(() => sandbox.close())

describe("mas webhooks secret", () => {
  it("prints only the secret, or the requested format", async () => {
    const { json } = await run(["webhooks", "create", "--url", "http://127.0.0.1:3000/hooks", "--events", "email.sent"])
    const { out } = await run(["webhooks", "secret", String(json.id)])
    expect(out).toBe(`${json.secret}\n`)
    expect((await run(["webhooks", "secret", String(json.id), "-o", "json"])).json).toEqual({
      id: json.id,
      secret: json.secret,
    })
    expect((await run(["webhooks", "secret", "999"])).code).toBe(4)
  })
})
