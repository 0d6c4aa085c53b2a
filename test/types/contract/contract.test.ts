import { describe, expect, expectTypeOf, it } from "vitest"
import type { Answer, PageRequest, Received, Sent } from "../../../sdk/contract/core/endpoint.ts"
import { type EndpointName, type EndpointOf, type Invite, InviteCreate } from "../../../sdk/contract/index.ts"
import type { routes } from "../../../sdk/routes.gen.ts"
import type { Answers, Requests } from "./named.ts"

// The compiler proves these: `tsc -p .` is part of `npm test`. What runs here only ties the types to values.

type AnswersInferred = { [N in EndpointName]: Answer<EndpointOf<N>> }
type RequestsInferred = {
  [N in EndpointName as keyof Sent<EndpointOf<N>> extends never ? never : N]: Sent<EndpointOf<N>>
}

describe("the types of the contract", () => {
  it("give each endpoint's answer and request the models of their names", () => {
    expectTypeOf<AnswersInferred>().toEqualTypeOf<{ [N in keyof Answers]: Answers[N] }>()
    expectTypeOf<RequestsInferred>().toEqualTypeOf<{ [N in keyof Requests]: Requests[N] }>()
    // The comparison tells models apart that share most of their fields.
    expectTypeOf<AnswersInferred["invites.create"]>().not.toEqualTypeOf<Answers["memberships.update"]>()
    expectTypeOf<AnswersInferred["invites.create"]>().not.toEqualTypeOf<
      Omit<Invite, "token"> & { token: string | null }
    >()
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
