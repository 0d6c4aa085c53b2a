import { describe, expect, it } from "vitest"
import type { EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"

/** Who may act for an account, and as whom: its team, invitations, grants, the accounts of clients, and its own record. */
const ofRights = /^\/v1\/my\/(account$|account\/(memberships|invites|management_grant)(\/|$)|managed_accounts(\/|$))/

const undeclared = (endpoints: readonly { readonly name: string; readonly spec: EndpointSpec }[]) =>
  endpoints.filter(({ spec }) => spec.method !== "GET" && ofRights.test(spec.path) && spec.confirm !== "rights")

describe("an endpoint that changes who may act for an account", () => {
  it("is declared as such", () => {
    expect(undeclared(listEndpoints(contract)).map(({ name }) => name)).toEqual([])
  })

  it("would be found without its declaration", () => {
    const { confirm: _, ...spec } = contract.memberships.update
    expect(undeclared([{ name: "memberships.update", spec }])).toHaveLength(1)
  })

  it("is one of these", () => {
    const declared = listEndpoints(contract).filter(({ spec }) => spec.confirm === "rights")
    expect(declared.map(({ name }) => name).sort()).toEqual([
      "account.update",
      "invites.accept",
      "invites.create",
      "invites.revoke",
      "managedAccounts.create",
      "managementGrant.confirm",
      "managementGrant.revoke",
      "memberships.remove",
      "memberships.update",
    ])
  })
})
