import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let place = homeWithService(options)
afterEach(async () => {
  await place.close()
  place = homeWithService(options)
})

describe("mas mock redeliver", () => {
  it("resends a delivery, and rotates a secret", async () => {
    const flags = ["--url", "https://hooks.example.com/mas", "--events", "email.sent"]
    const { json: webhook } = await place.run(["webhooks", "create", ...flags])
    await place.run(["webhooks", "test", String(webhook.id)])
    await place.service.world.advance(0)
    const { json: again } = await place.run(["mock", "redeliver", "1"])
    expect([again.id, again.event_id]).toEqual([2, place.service.world.deliveries.list()[0]?.event_id])
    const { json: rotated } = await place.run(["mock", "webhooks", String(webhook.id), "--rotate", "--grace", "1h"])
    expect(rotated).toMatchObject({ webhook_id: webhook.id, old_secret_until: "2026-03-01T13:00:00.000Z" })
    expect((await place.run(["mock", "redeliver", "99"])).code).toBe(4)
  })
})
