import { describe, expect, expectTypeOf, it } from "vitest"
import type { PageRequest, Received, Sent } from "../../../sdk/contract/core/endpoint.ts"
import {
  type EndpointName,
  type EndpointOf,
  type Invite,
  InviteCreate,
  type Membership,
} from "../../../sdk/contract/index.ts"
import type { routes } from "../../../sdk/routes.gen.ts"
import type { nouns } from "../../spec/index.ts"
import { endpoint } from "../../spec/noun.ts"

// The compiler proves these: `tsc -p .` is part of `npm test`. What runs here only ties the types to values.

describe("the types of the contract", () => {
  it("are held identical to the models that each row of test/spec names", () => {
    type Rows = (typeof nouns)["invites"]["endpoints"]
    const create = endpoint<{ body: InviteCreate; answer: Invite }>("POST /v1/my/account/invites", {})
    expectTypeOf(create).toExtend<Rows["create"]>()
    // Models that share most of their fields, and types that fit both ways, are told apart.
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
    // What nobody has named is not filled in by the compiler.
    expectTypeOf(endpoint("POST /v1/my/account/invites", {})).not.toExtend<Rows["create"]>()
  })

  it("name the same endpoints in the route table", () => {
    expectTypeOf<keyof typeof routes>().toEqualTypeOf<EndpointName>()
  })

  it("let a caller leave out what has a default, and give it to a handler", () => {
    type Create = EndpointOf<"invites.create">
    expectTypeOf<{ email: string }>().toExtend<Sent<Create>["body"]>()
    expectTypeOf<Received<Create>["body"]["role"]>().toEqualTypeOf<"member" | "admin">()
    expect(InviteCreate.parse({ email: "ada@example.test" }).role).toBe("member")
  })

  it("refuse a body of unknown or missing fields", () => {
    type Body = Sent<EndpointOf<"invites.create">>["body"]
    // @ts-expect-error role is not one of the roles that can be given
    expect(InviteCreate.safeParse({ email: "ada@example.test", role: "owner" } satisfies Body).success).toBe(false)
    // @ts-expect-error the address is missing
    expect(InviteCreate.safeParse({ role: "member" } satisfies Body).success).toBe(false)
  })

  it("give a list's handler its page, and no other handler one", () => {
    expectTypeOf<Received<EndpointOf<"invites.list">>["page"]>().toEqualTypeOf<PageRequest>()
    expectTypeOf<Received<EndpointOf<"invites.create">>>().not.toHaveProperty("page")
  })

  it("accept any string where a set is open", () => {
    expectTypeOf<"paused by the owner">().toExtend<Invite["status"]>()
    expectTypeOf<number>().not.toExtend<Invite["status"]>()
  })
})
