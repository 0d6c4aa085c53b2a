import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { homeWithService } from "./run.ts"

const { service, home, run, close } = homeWithService()
const owner = { MAS_API_KEY: service.world.credentials.mint({ kind: "jwt", user_id: 1, account_id: 1 }).token }
let session: LocalMcpSession
beforeAll(async () => {
  session = await LocalMcpSession.open(home, [], { env: owner })
})
afterAll(async () => {
  await session.close()
  await close()
})

const writes = () => service.world.requests.list().filter(({ method }) => method !== "GET").length

describe("a call that gives or takes rights", () => {
  it.each([
    ["memberships.update", { id: 3, role: "admin" }, { "Role then": "admin" }],
    ["memberships.remove", { id: 3 }, { Role: "member" }],
    ["invites.revoke", { id: 1 }, { Status: "pending" }],
    ["invites.accept", { id: "mock-owner-invite-token" }, undefined],
    ["account.update", { name: "Client" }, undefined],
  ])("is not made by an assistant before it is confirmed: %s", async (name, input, about) => {
    const before = writes()
    const { data } = await session.call(name, input)
    expect(data.needs_confirmation).toMatchObject({ safety: "rights", name })
    if (about) expect(data.needs_confirmation.about).toMatchObject(about)
    expect(writes()).toBe(before)
    expect(JSON.stringify(data)).not.toContain("mock-owner-invite-token")
  })

  it("is made once it is confirmed, unless the member has changed since", async () => {
    const input = { id: 3, role: "admin" }
    const firstCall = await session.call("memberships.update", input)
    expect((await session.callConfirmed("memberships.update", input)).data.result.role).toBe("admin")
    const late = await session.call("memberships.update", input, { confirm_token: firstCall.data.confirm_token })
    expect(late.data.error.code).toBe("confirmation_refused")
  })

  it("needs --yes in a script, whatever the endpoint", async () => {
    const names = listEndpoints(contract).flatMap(({ name, spec }) => (spec.confirm === "rights" ? [name] : []))
    for (const name of names) {
      const { data } = await session.tool("describe", { name })
      expect([name, data.safety, data.tool]).toEqual([name, "rights", "call"])
    }
    const before = writes()
    for (const [words, env] of [
      [["memberships", "update", "3", "--role", "admin"], owner],
      [["invites", "create", "--email", "a@b.test"], {}],
      [["account", "update", "--name", "Client"], {}],
      [["api", "PATCH", "/v1/my/account", "--input", '{"name":"Client"}'], {}],
    ] as const) {
      const { code, err } = await run(words, { env })
      expect([words, code, err]).toEqual([words, 2, expect.stringMatching(/--yes[\s\S]*who may act for the account/)])
    }
    expect(writes()).toBe(before)
    expect((await run(["account", "update", "--name", "Acme", "--yes"])).code).toBe(0)
  })
})
