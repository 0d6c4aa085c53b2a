import { describe, expect, it } from "vitest"
import { mintCredential } from "../../mock-server/resources/credentials/mint-credential.ts"
import { mock } from "../support/mock.ts"

describe("impersonation", () => {
  it("is off for signed-in people and for API keys [18.4]", async () => {
    const { call } = mock()
    const off = { impersonating: false, impersonator: null }
    expect((await call("GET", "/v1/my/impersonation", { as: "owner" })).body).toEqual(off)
    expect((await call("GET", "/v1/my/impersonation")).body).toEqual(off)
    expect((await call("GET", "/v1/my/impersonation", { key: null })).status).toBe(401)
    expect((await call("DELETE", "/v1/my/impersonation", { key: null })).status).toBe(401)
  })

  it("acts as the other person and names the impersonator [impersonation.get] [18.4]", async () => {
    const { call, world } = mock()
    const key = mintCredential(world, { kind: "jwt", user_id: 1, impersonated_user_id: 5 }).token
    expect((await call("GET", "/v1/my/user", { key })).body.id).toBe(5)
    expect((await call("GET", "/v1/my/account", { key })).body.id).toBe(3)
    expect((await call("GET", "/v1/my/impersonation", { key })).body).toEqual({
      impersonating: true,
      impersonator: { id: 1, name: "Olive Owner", email: "owner@acme.test" },
    })
  })

  it("ends with a redirect address, and the credential is the impersonator's own again [impersonation.exit] [18.4]", async () => {
    const { call, world } = mock()
    const key = mintCredential(world, { kind: "jwt", user_id: 1, impersonated_user_id: 5 }).token
    const { status, body } = await call("DELETE", "/v1/my/impersonation", { key })
    expect([status, body]).toEqual([200, { redirect_url: "http://127.0.0.1:4010/" }])
    expect((await call("GET", "/v1/my/user", { key })).body.id).toBe(1)
    expect((await call("GET", "/v1/my/account", { key })).body.id).toBe(1)
    expect((await call("GET", "/v1/my/impersonation", { key })).body.impersonating).toBe(false)
  })

  it("can be ended even if it is off", async () => {
    const { call } = mock()
    expect((await call("DELETE", "/v1/my/impersonation", { as: "member" })).status).toBe(200)
    expect((await call("GET", "/v1/my/user", { as: "member" })).body.id).toBe(3)
  })
})
