import { describe, expect, it } from "vitest"
import { createAccount } from "../../mock-server/resources/account/new-account.ts"
import { Affiliate } from "../../sdk/contract/affiliate.ts"
import { mock } from "../support/mock.ts"

const path = "/v1/my/affiliate"
const look = ({ call }: ReturnType<typeof mock>) => call("GET", path, { as: "owner" })
const link = ({ call }: ReturnType<typeof mock>, body?: object) => call("POST", path, { as: "owner", body })

describe("the affiliate centre", () => {
  it("starts one background link on the first read, and is in setup until then [affiliate.get] [20.1]", async () => {
    const service = mock()
    const { status, body } = await look(service)
    expect(status).toBe(200)
    expect(Affiliate.parse(body)).toEqual(body)
    expect(body).toEqual({
      enrolled: false,
      available: true,
      state: "pending",
      setup_status: "pending",
      share_url: null,
      stats: { visitors: 0, leads: 0, conversions: 0 },
      earnings: { known: false, total_cents: 0, currency: "usd" },
    })
    expect((await look(service)).body).toEqual(body)
    const links = service.world.timers.list().filter(({ kind }) => kind === "affiliate.link")
    expect(links).toHaveLength(1)
  })

  it("is linked once the background link has finished [20.1]", async () => {
    const service = mock()
    await look(service)
    await service.advance(1_000)
    expect((await look(service)).body).toMatchObject({
      enrolled: true,
      state: "active",
      setup_status: "complete",
      share_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4010\/r\/\w+$/),
    })
  })

  it("links at once on request: 201, then 200 with the same affiliate [affiliate.link] [20.3]", async () => {
    const service = mock()
    const first = await link(service, { first_name: "O", last_name: "W" })
    expect([first.status, first.body.state]).toEqual([201, "active"])
    const again = await link(service)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await look(service)).body).toEqual(first.body)
  })

  it("links at once even while the background link runs, which then changes nothing [20.3]", async () => {
    const service = mock()
    await look(service)
    const { status, body } = await link(service)
    expect(status).toBe(201)
    await service.advance(10_000)
    expect((await look(service)).body).toEqual(body)
  })

  it("links the existing affiliate with the owner's address: 200 [20.2]", async () => {
    const service = mock()
    const { body } = await link(service)
    const { account } = createAccount(service.world, { name: "Acme Three", ownerId: 1, managed: false })
    const other = await service.call("POST", path, { as: "owner", headers: { "X-Account-ID": String(account.id) } })
    expect([other.status, other.body.share_url]).toEqual([200, body.share_url])
    service.control.state.restore(service.control.state.snapshot())
    expect((await look(service)).body).toEqual(body)
  })

  it("is 403 for an account that is not entitled, and for API keys [20.4] [29.15]", async () => {
    const { call } = mock()
    expect((await call("GET", path, { as: "client_owner" })).status).toBe(403)
    expect((await call("POST", path, { as: "client_owner" })).status).toBe(403)
    expect((await call("GET", path)).status).toBe(403)
    expect((await call("GET", path, { key: null })).status).toBe(401)
  })

  it("refuses names that are not text, and other fields: 422 [20.4]", async () => {
    expect((await link(mock(), { first_name: 1 })).status).toBe(422)
    expect((await link(mock(), { email: "a@b.test" })).status).toBe(422)
  })
})
