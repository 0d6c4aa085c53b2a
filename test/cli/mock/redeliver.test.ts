import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock redeliver", () => {
  it("resends a delivery, and rotates a secret", async () => {
    const flags = ["--url", "https://hooks.example.com/mas", "--events", "email.sent"]
    const { json: webhook } = await sandbox.run(["webhooks", "create", ...flags])
    await sandbox.run(["webhooks", "test", String(webhook.id)])
    await sandbox.service.world.advance(0)
    const { json: again } = await sandbox.run(["mock", "redeliver", "1"])
    expect([again.id, again.event_id]).toEqual([2, sandbox.service.world.deliveries.list()[0]?.event_id])
    const { json: rotated } = await sandbox.run(["mock", "webhooks", String(webhook.id), "--rotate", "--grace", "1h"])
    expect(rotated).toMatchObject({ webhook_id: webhook.id, old_secret_until: "2026-03-01T13:00:00.000Z" })
    expect((await sandbox.run(["mock", "redeliver", "99"])).code).toBe(4)
  })
})
