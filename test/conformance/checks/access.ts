import { headerNames } from "../../../sdk/contract/core/headers.ts"
import { endpoints, pathOf } from "../../support/samples.ts"
import type { Check } from "../check.ts"
import { reads } from "../service.ts"

const nobodys: readonly (readonly [who: string, key: string | null, headers?: Readonly<Record<string, string>>])[] = [
  ["without a credential", null],
  ["with an unknown key", "maskey_live_of-nobody"],
  ["with a token that is none", "a.b.c"],
  ["with a malformed header", null, { [headerNames.authorization]: "maskey_live_of-nobody" }],
]

/** Reads that a server key may not call. */
const closed = endpoints.filter(
  ({ spec }) => spec.method === "GET" && spec.auth.length > 0 && !spec.auth.includes("api_key"),
)
const closedOf = (section: string) => closed.filter(({ spec }) => spec.section === section)
/** The header that lets pages of any origin read a response. */
const opening = "access-control-allow-origin"

export const access: readonly Check[] = [
  {
    rule: "29.2",
    async run(service, look) {
      for (const { name, spec } of reads) {
        for (const [who, key, headers = {}] of nobodys) {
          const { status } = await service.get(pathOf(spec, {}, spec.example?.query), { key, headers })
          look.same(`${name} ${who} answers`, status, 401)
        }
      }
    },
  },
  {
    rule: "35.1",
    async run(service, look) {
      const { headers } = await service.get("/v1/my/account", { key: null })
      look.holds("401 without WWW-Authenticate: Bearer", /^Bearer\b/i.test(headers.get("www-authenticate") ?? ""))
    },
  },
  {
    rule: "29.1",
    async run(service, look) {
      for (const { name, spec } of closed) {
        const { status } = await service.get(pathOf(spec, {}, spec.example?.query))
        look.same(`${name} with an API key answers`, status, spec.errorShape === "popup" ? 401 : 403)
      }
    },
  },
  {
    rule: "29.15",
    async run(service, look) {
      for (const { spec } of closedOf("Affiliate centre"))
        look.same(spec.path, (await service.get(spec.path)).status, 403)
    },
  },
  {
    rule: "29.14",
    async run(service, look) {
      for (const { spec } of closedOf("Account, team, grants")) {
        look.same(spec.path, (await service.get(spec.path)).status, 403)
      }
    },
  },
  {
    rule: "29.7",
    async run(service, look) {
      const key = service.publicKey
      for (const { name, spec } of reads) {
        const { status } = await service.get(pathOf(spec, {}, spec.example?.query), { key })
        look.same(`${name} with a public key answers`, status, 403)
      }
    },
  },
  {
    rule: "29.3",
    async run(service, look) {
      const [ownAccount, all] = [await service.get("/v1/my/account"), await service.get("/v1/my/accounts")]
      look.same(
        "accounts that the key lists",
        all.body.map((one: { id: number }) => one.id),
        [ownAccount.body.id],
      )
      look.same("its role", ownAccount.body.team.current_role, "owner")
    },
  },
  {
    rule: "29.13",
    async run(service, look) {
      const ownAccount = await service.get("/v1/my/account")
      const other = await service.get("/v1/my/account", { headers: { [headerNames.account]: "999999999999" } })
      look.same(
        "the account with another's X-Account-ID",
        [other.status, other.body.id],
        [ownAccount.status, ownAccount.body.id],
      )
    },
  },
  {
    rule: "29.12",
    async run(service, look) {
      for (const { name, spec } of reads) {
        const headers = { [headerNames.brand]: "brand_of_nobody" }
        const { status } = await service.get(pathOf(spec, {}, spec.example?.query), { headers })
        look.same(`${name} with an unknown X-Brand-SID answers`, status, 404)
      }
    },
  },
  {
    rule: "29.21",
    async run(service, look) {
      for (const path of ["/v1/my/account", "/v1/my/contacts"]) {
        const { headers } = await service.get(path, { headers: { Origin: "https://page.example" } })
        look.same(`${path}, its ${opening}`, headers.get(opening), null)
      }
    },
  },
]
