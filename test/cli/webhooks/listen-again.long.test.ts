import { expect, it, onTestFinished } from "vitest"
import { startMockServer } from "../../../mock-server/index.ts"
import { Home, rowsIn, sendMail } from "../own/run.ts"

// It checks the service every two seconds, and reports it after two failed checks.
it("mas webhooks listen reports that the service is down, and adds its endpoint again when it is back", async () => {
  const options = { clock: "frozen", now: "2020-01-01T00:00:00Z", allowLocalWebhooks: true } as const
  const first = await startMockServer({ port: 0, ...options })
  const home = new Home({ MAS_BASE_URL: first.url, MAS_API_KEY: first.apiKey })
  onTestFinished(() => home.remove())
  const running = home.start(["webhooks", "listen", "--events", "email.sent", "--count", "1"])
  await running.stderr.until(/Listening on/)
  await first.close()
  await running.stderr.until(/no longer responds/)
  const second = await startMockServer({ port: first.port, ...options, seed: 7 })
  onTestFinished(() => second.close())
  await running.stderr.until(/added again as endpoint 1/)
  await running.stderr.until(/MAS_WEBHOOK_SECRET=\S+\n[\s\S]*MAS_WEBHOOK_SECRET=\S+\n/)
  await home.run(sendMail)
  const { code, out } = await running.ended
  expect([code, rowsIn(out)]).toEqual([0, [expect.objectContaining({ type: "email.sent", verified: true })]])
})
