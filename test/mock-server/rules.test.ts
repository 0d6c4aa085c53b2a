import { describe, expect, it, vi } from "vitest"
import { forbidden } from "../../mock-server/base/mock-error.ts"
import { errorStatuses } from "../../sdk/contract/core/endpoints.ts"
import { mock } from "../support/mock.ts"
import { prepare } from "../support/prepare.ts"
import { endpoints } from "../support/samples.ts"
import { answerWith, limitedTo } from "../support/status-cases.ts"
import { withoutRule } from "../support/without-rule.ts"

const email = { channel: "email", to: "ana@example.test", subject: "Hello", html: "<p>Hello</p>" }
const ruleOf = ({ headers }: { readonly headers: Headers }) => headers.get("x-mas-mock-rule")

describe("an error", () => {
  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    "of %s names the violated rule, for each of its statuses",
    async (_name, endpoint) => {
      for (const status of errorStatuses(endpoint.spec)) {
        const service = mock(status === 429 ? { rateLimit: limitedTo } : {})
        if (status !== 429) await prepare(service)
        const response = await answerWith(endpoint, status, service)
        const requests = service.control.requests.list()
        expect(withoutRule(requests)).toEqual([])
        expect([response.status, ruleOf(response)]).toEqual([status, requests.at(-1)?.rule])
      }
    },
  )

  it.each([
    ["of a missing sender", { from: "other@acme.test" }, "22.5"],
    ["of a reserved header", { headers: { "DKIM-Signature": "x" } }, "22.6"],
    ["of a missing subject", { subject: undefined }, "22.2"],
    ["of an SMS with a subject", { channel: "sms", to: "+4915112345678", body: "Hi", html: undefined }, "22.8"],
    ["of invalid Liquid", { html: "{{ data.x" }, "22.9"],
  ])("%s names that specific rule", async (_, changes, rule) => {
    const { call } = mock()
    const response = await call("POST", "/v1/my/messages", { body: { ...email, ...changes } })
    expect([response.status, ruleOf(response)]).toEqual([422, rule])
  })

  it("names the general rule for a field of any name", async () => {
    const { call } = mock()
    const response = await call("POST", "/v1/my/lists", { body: { constructor: 1 } })
    expect([response.status, ruleOf(response)]).toEqual([422, "35.12"])
  })

  it("has no rule if a fault or the control API refuses, and neither has a success", async () => {
    const { call, control } = mock()
    expect(ruleOf(await call("POST", "/v1/my/messages", { body: email }))).toBeNull()
    expect(ruleOf(await call("GET", "/_mock/messages/99"))).toBeNull()
    control.faults.add({ path: "/v1/my/lists", status: 409 })
    const response = await call("GET", "/v1/my/lists")
    expect([response.status, ruleOf(response), control.requests.list().at(-1)?.rule]).toEqual([409, null, null])
  })

  it("without a rule is detected", async () => {
    const { call, control, world } = mock()
    vi.spyOn(world.rateLimit, "count").mockImplementation(() => {
      throw forbidden("Planted")
    })
    await call("GET", "/v1/my/lists")
    expect(withoutRule(control.requests.list()).map(({ path }) => path)).toEqual(["/v1/my/lists"])
  })
})
