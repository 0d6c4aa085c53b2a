import { describe, expect, it } from "vitest"
import { revokeCredential } from "../../mock-server/resources/credentials/credentials.ts"
import { mintCredential } from "../../mock-server/resources/credentials/mint-credential.ts"
import type { CredentialRow } from "../../mock-server/resources/credentials/table.ts"
import type { World } from "../../mock-server/world/world.ts"
import { type Credential, sessionCookie } from "../../sdk/contract/core/credentials.ts"
import type { EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { type NamedEndpoint, selectsAccount, selectsBrand } from "../../sdk/contract/core/endpoints.ts"
import { rowOf } from "../spec/index.ts"
import { mock } from "../support/mock.ts"
import { endpoints, type Mock, sample } from "../support/samples.ts"

const kinds = [
  "api_key",
  "jwt",
  "storefront_token",
  "public_key",
  "provisioning",
  "management",
  "session_cookie",
] as const satisfies readonly Credential[]

/** The endpoints that need a credential. */
const guarded = endpoints.filter(({ spec }) => spec.auth.length > 0)

/** The account that an endpoint is for; 1 is the seeded main one. */
const accountFor = ({ name }: NamedEndpoint): number => rowOf(name).account

/** Mints a credential for the endpoint's account, of any kind. */
function mintFor(world: World, endpoint: NamedEndpoint, kind: Credential, userId?: number): CredentialRow {
  const account_id = kind === "management" ? 3 : kind === "provisioning" ? 2 : accountFor(endpoint)
  return mintCredential(world, { kind, account_id, user_id: userId })
}

const headerOf = ({ kind, token }: CredentialRow): Record<string, string> =>
  kind === "session_cookie" ? { Cookie: `${sessionCookie}=${token}` } : { Authorization: `Bearer ${token}` }

/** A service whose seeded grant is active, so that a management credential is accepted. */
function setUp(): Mock {
  const service = mock()
  const { grants } = service.world.tables
  const grant = grants.get(1)
  if (grant !== undefined) grants.move(service.world, grant, "confirm")
  return service
}

type Verdict = 401 | 403 | 404 | "let in"
type Sent = Readonly<Record<string, string>>

/** The outcome of every endpoint's example with the given headers: accepted, or its refusal status. */
async function verdicts(headersFor: (endpoint: NamedEndpoint, service: Mock) => Sent, among = guarded) {
  const verdicts: Record<string, Verdict> = {}
  for (const endpoint of among) {
    const service = setUp()
    const headers = headersFor(endpoint, service)
    const { status, body } = await service.call(...sample(endpoint, { key: null, headers }))
    const noBrand = status === 404 && body.message === "Brand not found"
    verdicts[endpoint.name] = status === 401 || status === 403 ? status : noBrand ? 404 : "let in"
  }
  return verdicts
}

/** The outcome that the contract promises for every endpoint. */
const promised = (decide: (spec: EndpointSpec, name: string) => Verdict, among = guarded) =>
  Object.fromEntries(among.map(({ name, spec }) => [name, decide(spec, name)]))

/** A kind that an endpoint accepts, preferably a person's own. */
const acceptedBy = ({ auth }: EndpointSpec): Credential => auth.find((kind) => kind === "jwt") ?? auth[0] ?? "jwt"

describe("every endpoint that needs a credential", () => {
  it.each(kinds)("accepts %s if the contract lists that kind, and is 403 otherwise [29.1] [29.5]", async (kind) => {
    // Only the popup's endpoints read the cookie: elsewhere it counts as none. The popup has no 403.
    const refusalStatus = ({ errorShape }: EndpointSpec) =>
      kind === "session_cookie" || errorShape === "popup" ? 401 : 403
    const answered = await verdicts((endpoint, { world }) => headerOf(mintFor(world, endpoint, kind)))
    expect(answered).toEqual(
      promised((spec) => (spec.auth.some((each) => each === kind) ? "let in" : refusalStatus(spec))),
    )
  })

  it.each<[string, Sent]>([
    ["no credential", {}],
    ["an unknown key", { Authorization: "Bearer maskey_live_unknown" }],
    ["a malformed header", { Authorization: "maskey_live_mock" }],
    ["an unknown session", { Cookie: `${sessionCookie}=unknown` }],
  ])("is 401 to %s [29.2]", async (_what, headers) => {
    expect(await verdicts(() => headers)).toEqual(promised(() => 401))
  })

  it.each(kinds)("is 401 to %s once it is revoked [29.2]", async (kind) => {
    const answered = await verdicts((endpoint, { world }) => {
      const credential = mintFor(world, endpoint, kind)
      revokeCredential(world, credential)
      return headerOf(credential)
    })
    expect(answered).toEqual(promised(() => 401))
  })

  it.each(["jwt", "session_cookie"] as const)("is 401 to %s once it has expired [29.2]", async (kind) => {
    const answered = await verdicts((endpoint, { world }) => {
      const credential = mintFor(world, endpoint, kind)
      world.tables.credentials.update(credential, { expires_at: world.timestamp() })
      return headerOf(credential)
    })
    expect(answered).toEqual(promised(() => 401))
  })

  it("is 401 to a management credential whose grant is not active [9.4] [29.10]", async () => {
    const answered = await verdicts((endpoint, { world }) => {
      const credential = mintFor(world, endpoint, "management")
      const grant = world.tables.grants.get(1)
      if (grant !== undefined) world.tables.grants.move(world, grant, "revoke")
      return headerOf(credential)
    })
    expect(answered).toEqual(promised(() => 401))
  })
})

describe("every endpoint for people", () => {
  const personal = guarded.filter(({ spec }) => spec.auth.some((kind) => kind === "jwt"))
  const asPerson = (userId: number) => (endpoint: NamedEndpoint, service: Mock) => {
    // The people tested belong to the main account; for an endpoint of another account, its owner is used.
    const person = accountFor(endpoint) === 1 ? userId : undefined
    return headerOf(mintFor(service.world, endpoint, "jwt", person))
  }

  /** Only one person is accepted if a record is for that person alone. */
  const forPerson = (userId: number) => (name: string) => ((rowOf(name).person ?? userId) === userId ? "let in" : 403)

  it("is 403 for a member exactly if the contract requires an admin [29.17]", async () => {
    const forMember = ({ only }: EndpointSpec, name: string) => (only === "admins" ? 403 : forPerson(3)(name))
    expect(await verdicts(asPerson(3), personal)).toEqual(promised(forMember, personal))
  })

  it.each([
    ["an admin", 2],
    ["the owner", 1],
  ])("accepts %s [29.1] [29.5]", async (_who, userId) => {
    const answered = await verdicts(asPerson(userId), personal)
    expect(answered).toEqual(promised((_spec, name) => forPerson(userId)(name), personal))
  })
})

describe("the choice of account and brand", () => {
  it("is 404 for an unknown X-Brand-SID under /v1/my, and ignored elsewhere [29.12]", async () => {
    const answered = await verdicts((endpoint, { world }) => ({
      ...headerOf(mintFor(world, endpoint, acceptedBy(endpoint.spec))),
      "X-Brand-SID": "brand_unknown",
    }))
    expect(answered).toEqual(promised((spec) => (selectsBrand(spec) ? 404 : "let in")))
  })

  it("is 404 for the brand of another account [29.12]", async () => {
    const answered = await verdicts((endpoint, { world }) => ({
      ...headerOf(mintFor(world, endpoint, acceptedBy(endpoint.spec))),
      "X-Brand-SID": accountFor(endpoint) === 3 ? "brand_main" : "brand_client",
    }))
    expect(answered).toEqual(promised((spec) => (selectsBrand(spec) ? 404 : "let in")))
  })

  it.each(["2", "99", "0", "one"])("is 403 for the inaccessible X-Account-ID %s with a JWT [29.13]", async (id) => {
    const among = guarded.filter(({ spec }) => spec.auth.some((kind) => kind === "jwt"))
    const answered = await verdicts((endpoint, { world }) => {
      const inaccessible = id === "2" && accountFor(endpoint) === 2 ? "1" : id
      return { ...headerOf(mintFor(world, endpoint, "jwt")), "X-Account-ID": inaccessible }
    }, among)
    expect(answered).toEqual(promised((spec) => (selectsAccount(spec) ? 403 : "let in"), among))
  })

  it("ignores X-Account-ID for every other kind [29.13]", async () => {
    for (const kind of ["api_key", "storefront_token", "management", "session_cookie"] as const) {
      const among = guarded.filter(({ spec }) => spec.auth.some((each) => each === kind))
      const answered = await verdicts(
        (endpoint, { world }) => ({ ...headerOf(mintFor(world, endpoint, kind)), "X-Account-ID": "99" }),
        among,
      )
      expect(answered).toEqual(promised(() => "let in", among))
    }
  })
})
