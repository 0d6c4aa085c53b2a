import { describe, expect, it, onTestFinished } from "vitest"
import type { Explanation } from "../../mock-server/control/explanations.ts"
import { createMockService, type MockService } from "../../mock-server/index.ts"
import { post } from "../support/post.ts"

function start(status = 500): MockService {
  const service = createMockService({
    clock: "frozen",
    now: "2026-03-01T12:00:00Z",
    allowLocalWebhooks: true,
    deliver: () => ({ status, duration: 1 }),
  })
  onTestFinished(() => service.close())
  return service
}

const explain = async (service: MockService, subject: string): Promise<Explanation> =>
  JSON.parse(await (await service.fetch(`/_mock/explanations/${subject}`)).text())
const message = { channel: "email", to: "ada@example.test", subject: "Hi", html: "<p>Hi" }
const sendTo = (service: MockService, to: string) => post(service, "/v1/my/messages", { ...message, to })

describe("an explanation", () => {
  it.each([
    ["bounced@simulator.test", /^Hard bounce .* is suppressed for good\.$/, "24.1"],
    ["soft-bounced@simulator.test", /^Soft bounce .* is suppressed until /, "24.1"],
    ["failed@simulator.test", /^Failed for good: /, "31.5"],
    ["delayed@simulator.test", /^Status sent: the rest of its outcome follows at /, "31.1"],
  ])("of a message to %s has its sentence, its rule and its request", async (to, what, rule) => {
    const service = start()
    await sendTo(service, to)
    await service.world.advance(0)
    const explanation = await explain(service, "message/1")
    expect(explanation).toMatchObject({ rule: { rule, rule_text: expect.stringMatching(/./) }, request_id: 1 })
    expect(explanation.what).toMatch(what)
  })

  it("of a request says what refused it: a rule, a fault, or a cut connection", async () => {
    const service = start()
    await post(service, "/v1/my/messages", { channel: "email", subject: "Hi" })
    const refusal = await explain(service, "request/1")
    expect(refusal.what).toMatch(/^Refused with 422: to /)
    expect(refusal.request_id).toBe(1)
    service.world.faults.add({ on: "request", path: "/v1/my/lists", status: 503, times: 1 })
    await post(service, "/v1/my/lists", { name: "Readers" })
    expect(await explain(service, "request/2")).toMatchObject({
      what: "Fault 1 made it fail, not the service.",
      rule: null,
      request_id: 2,
    })
  })

  it("of a delivery and of its endpoint names the response, what follows, and the request that led to it", async () => {
    const service = start()
    await post(service, "/v1/my/webhooks", { url: "http://127.0.0.1:9/hooks", events: ["email.sent"] })
    await sendTo(service, "ada@example.test")
    await service.world.advance("10m")
    const delivery = await explain(service, "delivery/1")
    expect(delivery).toMatchObject({ rule: { rule: "34.2" }, request_id: 2 })
    expect(delivery.what).toMatch(/^The receiver failed with 500.* The next attempt is due in 26 min\.$/)
    const failing = await explain(service, "endpoint/1")
    expect(failing).toMatchObject({ rule: { rule: "12.3" }, request_id: 2 })
    expect(failing.what).toMatch(/^Every attempt has failed since 2026-03-01 12:00:00 UTC\. The last response: 500\. /)
    await service.world.advance("2d")
    await sendTo(service, "ben@example.test")
    await service.world.advance("2d")
    expect(await explain(service, "endpoint/1")).toMatchObject({
      what: "Every attempt failed for three days, so it was disabled. The last response: 500.",
      rule: { rule: "34.4" },
    })
  })

  it("of an endpoint that somebody disabled says so, although it was failing", async () => {
    const service = start()
    await post(service, "/v1/my/webhooks", { url: "http://127.0.0.1:9/hooks", events: ["email.sent"] })
    await sendTo(service, "ada@example.test")
    await service.world.advance(0)
    await service.fetch("/v1/my/webhooks/1", {
      method: "PATCH",
      headers: { Authorization: `Bearer ${service.apiKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ enabled: false }),
    })
    expect((await explain(service, "endpoint/1")).what).toMatch(/^It was disabled by hand/)
    expect(await explain(service, "delivery/1")).toMatchObject({ rule: { rule: "12.5" } })
  })

  it("of an import that cannot be read names the problem and the upload", async () => {
    const service = start()
    const body = new FormData()
    body.append("resource", "contacts")
    body.append("file", new Blob(['name\n"never closed']), "c.csv")
    await service.fetch("/v1/my/imports", {
      method: "POST",
      headers: { Authorization: `Bearer ${service.apiKey}` },
      body,
    })
    await service.world.advance("1h")
    const { what, rule, request_id } = await explain(service, "import/1")
    expect(what).toMatch(/^The file cannot be read; line 1: /)
    expect([rule?.rule, request_id]).toEqual(["27.6", 1])
  })

  it("of a limit that is reached, and 404 of what does not exist", async () => {
    const service = start()
    expect(await explain(service, "account/1")).toMatchObject({ rule: { rule: "36.9" } })
    expect((await service.fetch("/_mock/explanations/delivery/7")).status).toBe(404)
    expect((await service.fetch("/_mock/explanations/wish/1")).status).toBe(422)
  })
})
