import { describe, expect, it, onTestFinished } from "vitest"
import type { Explanation } from "../../mock-server/control/explanations.ts"
import { createMockService, type MockService } from "../../mock-server/index.ts"
import type { DeliveryOutcome } from "../../mock-server/world/delivery.ts"
import { post } from "../support/post.ts"

function start(status = 500, outcome: DeliveryOutcome = { status, duration: 1 }): MockService {
  const service = createMockService({
    clock: "frozen",
    now: "2026-03-01T12:00:00Z",
    allowLocalWebhooks: true,
    deliver: () => outcome,
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

  it.each<[DeliveryOutcome | "drop", string]>([
    [{ status: 204, duration: 1 }, "The receiver responded with 204: any 2xx is a success."],
    [{ status: 301, duration: 1 }, "The receiver responded with 301. Redirects are not followed: use the final URL."],
    ...[400, 401, 403].map((status): [DeliveryOutcome, string] => [
      { status, duration: 1 },
      `The receiver responded with ${status}. The usual cause is the signature: start the receiver`,
    ]),
    [{ status: 404, duration: 1 }, "The receiver responded with 404: nothing handles POST at this URL."],
    [{ status: 405, duration: 1 }, "The receiver responded with 405: nothing handles POST at this URL."],
    [{ status: 410, duration: 1 }, "The receiver responded with 410, gone. It is retried all the same."],
    [{ status: 409, duration: 1 }, "The receiver responded with 409: only a 2xx is a success."],
    [
      { error: "connection refused", duration: 1 },
      "Connection refused. Nothing listens there: start the receiver, then retry or resend.",
    ],
    [
      { error: "no response within 10 s", duration: 1 },
      "No response within 10 s. A receiver has 10 s: respond first, then do the work.",
    ],
    [{ error: "the certificate has expired", duration: 1 }, "The certificate has expired."],
    ["drop", "A fault cut the connection: your receiver did nothing wrong."],
  ])("of a delivery says what its result means: %o", async (outcome, sentence) => {
    const service = start(200, outcome === "drop" ? undefined : outcome)
    if (outcome === "drop") service.world.faults.add({ on: "delivery", drop: "before" })
    await post(service, "/v1/my/webhooks", { url: "http://127.0.0.1:9/hooks", events: ["email.sent"] })
    await sendTo(service, "ada@example.test")
    await service.world.advance(0)
    const { what, rule } = await explain(service, "delivery/1")
    expect(what.startsWith(sentence)).toBe(true)
    const isDelivered = sentence.includes("success.") && sentence.includes("any 2xx")
    expect([rule?.rule, what.includes("The next attempt is due in 1 min.")]).toEqual(
      isDelivered ? ["12.1", false] : ["34.2", true],
    )
  })

  it("of a delivery says when no attempt follows, and of its endpoint that it does not fail", async () => {
    const service = start()
    await post(service, "/v1/my/webhooks", { url: "http://127.0.0.1:9/hooks", events: ["email.sent"] })
    expect((await explain(service, "endpoint/1")).what).toBe("It is not failing.")
    await sendTo(service, "ada@example.test")
    expect((await service.fetch("/_mock/explanations/timer/1")).status).toBe(404)
    await service.world.advance("2d")
    expect((await explain(service, "delivery/1")).what).toMatch(/ No attempt follows 7\.$/)
    expect((await explain(service, "endpoint/1")).what).toMatch(/A failure in 1 d or later disables it/)
    await service.world.advance("2d")
    expect((await explain(service, "endpoint/1")).what).toMatch(/A failure from now on disables it/)
  })

  it("of what was not paid, or not validated, says so, with the request that began it", async () => {
    const service = start()
    const { transitions } = service.world
    const buy = (path: string, body: object) =>
      service.fetch(path, {
        method: "POST",
        headers: {
          ...{ Authorization: `Bearer ${service.apiKey}`, "Content-Type": "application/json" },
          "Idempotency-Key": crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      })
    for (const amount_cents of [5_000, 6_000]) {
      await buy("/v1/my/billing/funding/purchases", { amount_cents })
      if (amount_cents === 5_000) transitions.purchases.fail(1)
    }
    transitions.purchases.expire(2)
    const causes = ["The payment failed: nothing was credited.", "Nobody paid within 24 hours."]
    for (const [at, what] of causes.entries())
      expect(await explain(service, `purchase/${at + 1}`)).toMatchObject({ what, rule: { rule: ["13.1", "13.3"][at] } })
    await buy("/v1/my/subscription/checkout", { plan_id: 2 })
    transitions.checkouts.expire(1)
    expect(await explain(service, "checkout/1")).toMatchObject({ what: causes[1], rule: { rule: "13.3" } })
  })

  it("of an import names the rows that failed", async () => {
    const service = start()
    const body = new FormData()
    body.append("resource", "contacts")
    body.append("file", new Blob(["email\nada@example.test\nnobody\n"]), "c.csv")
    const headers = { Authorization: `Bearer ${service.apiKey}` }
    await service.fetch("/v1/my/imports", { method: "POST", headers, body })
    await service.world.advance("1h")
    const { what, rule } = await explain(service, "import/1")
    expect(what).toMatch(/^1 rows failed; line 3: /)
    expect(rule?.rule).toBe("27.4")
  })

  it.each(["Message", "Request", "Endpoint", "Import", "Validation", "Purchase", "Checkout", "Account", "Timer"])(
    "of what does not exist is a 404: %s",
    async (kind) => {
      const response = await start().fetch(`/_mock/explanations/${kind.toLowerCase()}/99`)
      expect([response.status, (await response.json()).message]).toEqual([404, `${kind} not found`])
    },
  )

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
