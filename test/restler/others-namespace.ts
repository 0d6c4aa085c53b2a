import fc from "fast-check"
import { mintCredential } from "../../mock-server/resources/credentials/mint-credential.ts"
import { rows } from "../spec/index.ts"
import {
  type AccountIds,
  type BrandIds,
  callAs,
  client,
  fillAccount,
  fillBrand,
  isAccountKind,
  marker,
  type Side,
} from "../support/foreign-records.ts"
import { mock } from "../support/mock.ts"
import { type Changes, endpointNamed, endpoints, type Mock, sample } from "../support/samples.ts"
import { jsonValue } from "../support/wild-json.ts"
import { property } from "./property.ts"

type Ids = BrandIds & AccountIds

/** A request that names another account's record. */
interface Attempt {
  readonly name: string
  readonly field: string
  readonly send: (ids: Ids) => Changes
}

const attempts: readonly Attempt[] = rows.flatMap(({ name, ids = {} }) =>
  Object.entries(ids).flatMap(([field, foreign]) =>
    [foreign].flat().flatMap((one): Attempt[] => {
      if (one === "everyone" || one === "person") return []
      const [part = "", key = ""] = field.split(".")
      if (typeof one === "function") return [{ name, field, send: one }]
      return [{ name, field, send: (all) => ({ [part]: { [key]: isAccountKind(one) ? all[one] : all[one] } }) }]
    }),
  ),
)

/** Credentials without access to the client's account; its manager's grant is pending. */
const strangers: Readonly<Record<string, (service: Mock) => string>> = {
  "a key of another account": () => "maskey_live_mock",
  "its manager's key": ({ world }) => mintCredential(world, { kind: "api_key", account_id: 2 }).token,
  "its manager": ({ world }) => mintCredential(world, { kind: "jwt", account_id: 2 }).token,
  "another account's member": ({ world }) => mintCredential(world, { kind: "jwt", user_id: 3 }).token,
  "a storefront of another account": ({ world }) => mintCredential(world, { kind: "storefront_token" }).token,
  "a public key": () => "maspk_live_mock",
  "a provisioning credential": () => "maspc_live_mock",
  "a management credential of a pending grant": () => "masmc_live_mock",
}

const crossings = fc.record({
  attempt: fc.constantFrom(...attempts),
  who: fc.constantFrom(...Object.keys(strangers)),
  // Headers that claim the other account and brand.
  headers: fc.record(
    { "X-Account-ID": fc.constantFrom("3", "1"), "X-Brand-SID": fc.constantFrom("brand_client", "brand_second") },
    { requiredKeys: [] },
  ),
  body: fc.option(jsonValue({}), { nil: undefined }),
})

async function readAll(service: Mock, side: Side): Promise<string> {
  const texts: string[] = []
  for (const { name, spec } of endpoints) {
    const isPlain = spec.method === "GET" && spec.params === undefined && spec.auth.some((kind) => kind === "api_key")
    if (isPlain) texts.push(JSON.stringify((await callAs(service, side, name)).body))
  }
  return texts.join("\n")
}

/** No other account's credential reads or changes a record, whatever the path, body and headers. */
export const othersNamespace = property(fc.array(crossings, { minLength: 1, maxLength: 15 }), async (tried) => {
  const service = mock({ deliver: () => ({ status: 204, duration: 1 }) })
  const owner = client(service)
  const ids: Ids = { ...(await fillBrand(service, owner)), ...(await fillAccount(service, owner)) }
  const before = await readAll(service, owner)
  const wrong: string[] = []
  for (const [at, { attempt, who, headers, body }] of tried.entries()) {
    const named = attempt.send(ids)
    // A random body is used only if the path names the record.
    const { spec } = endpointNamed(attempt.name)
    const own = body !== undefined && spec.body !== undefined && attempt.field.startsWith("params.") ? { body } : {}
    const key = strangers[who]?.(service) ?? null
    const response = await service.call(
      ...sample(endpointNamed(attempt.name), { idempotencyKey: `cross-${at}`, ...named, ...own, headers, key }),
    )
    const attempted = `${who}: ${attempt.name} by ${attempt.field} responded with ${response.status}`
    const refused = "body" in own ? response.status >= 400 : [401, 403, 404].includes(response.status)
    if (!refused) wrong.push(attempted)
    if (JSON.stringify(response.body).includes(marker)) wrong.push(`${attempted} and tells of the record`)
  }
  if ((await readAll(service, owner)) !== before) wrong.push("what the owner reads has changed")
  return wrong
})
