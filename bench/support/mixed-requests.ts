import type { EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"

/** A request as `fetch` takes it, and its path. */
export interface MixedRequest {
  readonly path: string
  readonly init: RequestInit
}

const endpoints = listEndpoints(contract).map(({ spec }) => spec)

/**
 * The `at`-th request of an endless sequence: every endpoint in turn, from its example, with changing ids, addresses
 * and keys. Some are valid, some repeat a key, some refer to missing records.
 */
export function mixedRequest(at: number): MixedRequest {
  const spec = endpoints[at % endpoints.length]
  if (spec === undefined) throw new Error("the contract has no endpoints")
  const round = Math.floor(at / endpoints.length)
  const path = pathOf(spec, 1 + (round % 40))
  // Every third round repeats the keys of the previous one.
  const key = `key-${round - (round % 3 === 2 ? 1 : 0)}`
  const headers = { Authorization: `Bearer ${tokenFor(spec)}`, "Idempotency-Key": key }
  if (spec.body === undefined || spec.method === "GET") return { path, init: { method: spec.method, headers } }
  if (spec.upload === "multipart") return { path, init: { method: spec.method, headers, body: upload(round) } }
  const body = JSON.stringify(spec.example?.body ?? {}).replace(/(\w+)@example\.test/g, `$1${round}@example.test`)
  return { path, init: { method: spec.method, headers: { ...headers, "Content-Type": "application/json" }, body } }
}

function pathOf({ path, example }: EndpointSpec, id: number): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = example?.params?.[name]
    return typeof value === "string" ? encodeURIComponent(value) : String(id)
  })
  const query = Object.entries(example?.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`
}

function tokenFor({ auth, path }: EndpointSpec): string {
  if (path.includes("/public/")) return "maspk_live_mock"
  return auth.some((kind) => kind === "provisioning") ? "maspc_live_mock" : "maskey_live_mock"
}

function upload(round: number): FormData {
  const form = new FormData()
  form.set("resource", "contacts")
  form.set("options", '{"list_ids":[1]}')
  form.set("file", new Blob([`email,first_name\nrow${round}@example.test,Row\nbroken\n`]), "contacts.csv")
  return form
}
