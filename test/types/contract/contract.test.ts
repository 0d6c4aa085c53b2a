import { describe, expect, expectTypeOf, it } from "vitest"
import type { routes } from "../../../sdk/client/routes.gen.ts"
import type { PageRequest, Received, Sent } from "../../../sdk/contract/core/endpoint.ts"
import {
  type EndpointName,
  type EndpointOf,
  type Invite,
  InviteCreate,
  type Membership,
} from "../../../sdk/contract/index.ts"
import type { nouns } from "../../spec/index.ts"
import { endpoint } from "../../spec/noun.ts"

// The compiler proves these: `tsc -p .` is part of `npm test`. The runtime code only ties the types to values.

describe("the types of the contract", () => {
  it("match exactly the models in each row of test/spec", () => {
    type Rows = (typeof nouns)["invites"]["endpoints"]
    const create = endpoint<{ body: InviteCreate; answer: Invite }>("POST /v1/my/account/invites", {})
    expectTypeOf(create).toExtend<Rows["create"]>()
    // Similar models, and mutually assignable types, are distinguished.
    const shared = endpoint<{ body: InviteCreate; answer: Membership }>("POST /v1/my/account/invites", {})
    expectTypeOf(shared).not.toExtend<Rows["create"]>()
    const nullable = endpoint<{ body: InviteCreate; answer: Omit<Invite, "token"> & { token: string | null } }>(
      "POST /v1/my/account/invites",
      {},
    )
    expectTypeOf(nullable).not.toExtend<Rows["create"]>()
    // biome-ignore lint/suspicious/noExplicitAny: the type that would fit everything.
    const anything = endpoint<{ body: InviteCreate; answer: any }>("POST /v1/my/account/invites", {})
    expectTypeOf(anything).not.toExtend<Rows["create"]>()
    // The compiler does not infer missing types.
    expectTypeOf(endpoint("POST /v1/my/account/invites", {})).not.toExtend<Rows["create"]>()
  })

  it("have the same endpoints as the route table", () => {
    expectTypeOf<keyof typeof routes>().toEqualTypeOf<EndpointName>()
  })

  it("make a field with a default optional for a caller, and required for a handler", () => {
    type Create = EndpointOf<"invites.create">
    expectTypeOf<{ email: string }>().toExtend<Sent<Create>["body"]>()
    expectTypeOf<Received<Create>["body"]["role"]>().toEqualTypeOf<"member" | "admin">()
    expect(InviteCreate.parse({ email: "ada@example.test" }).role).toBe("member")
  })

  it("refuse a body with unknown or missing fields", () => {
    type Body = Sent<EndpointOf<"invites.create">>["body"]
    // @ts-expect-error role is not one of the roles that can be given
    expect(InviteCreate.safeParse({ email: "ada@example.test", role: "owner" } satisfies Body).success).toBe(false)
    // @ts-expect-error the address is missing
    expect(InviteCreate.safeParse({ role: "member" } satisfies Body).success).toBe(false)
  })

  it("give a page to a list's handler, and to no other", () => {
    expectTypeOf<Received<EndpointOf<"invites.list">>["page"]>().toEqualTypeOf<PageRequest>()
    expectTypeOf<Received<EndpointOf<"invites.create">>>().not.toHaveProperty("page")
  })

  it("accept any string for an open set", () => {
    expectTypeOf<"paused by the owner">().toExtend<Invite["status"]>()
    expectTypeOf<number>().not.toExtend<Invite["status"]>()
  })
})
