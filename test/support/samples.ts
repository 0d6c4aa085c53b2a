import type { EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { listEndpoints, type NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { importForm } from "./import-form.ts"
import type { CallOptions, mock } from "./mock.ts"

export type Mock = ReturnType<typeof mock>

/** Every endpoint of the contract. */
export const endpoints: readonly NamedEndpoint[] = listEndpoints(contract)

export function endpointNamed(name: string): NamedEndpoint {
  const namedEndpoint = endpoints.find((endpoint) => endpoint.name === name)
  if (namedEndpoint === undefined) throw new Error(`There is no endpoint ${name}`)
  return namedEndpoint
}

/** Changes to an endpoint's example. */
export interface Changes {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly idempotencyKey?: string | null
  readonly key?: string | null
  readonly as?: NonNullable<CallOptions["as"]>
}

/** The path of a request with its parameters and query filled in. */
export function pathOf(spec: EndpointSpec, params: Changes["params"] = {}, query: Changes["query"] = {}): string {
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 1))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return search === "" ? path : `${path}?${search}`
}

/** An endpoint's example as a call, with changes. */
export function sample({ spec }: NamedEndpoint, changes: Changes = {}): [string, string, CallOptions] {
  const { params, query, body, idempotencyKey } = { ...spec.example, ...changes }
  const key = idempotencyKey === undefined && spec.idempotency === "required" ? "sample-key" : idempotencyKey
  const headers = { ...(typeof key === "string" && { "Idempotency-Key": key }), ...changes.headers }
  const { as, key: credential } = changes
  const options: CallOptions = {
    headers,
    ...(spec.upload === "multipart" ? { form: formOf(body) } : body !== undefined && { body }),
    ...(as !== undefined && { as }),
    ...(credential !== undefined && { key: credential }),
  }
  return [spec.method, pathOf(spec, params, query), options]
}

/** The parts of an upload's example body. */
function formOf(body: unknown): FormData {
  const { file = "", resource, options } = { ...(body as Partial<ImportBody>) }
  return importForm(file, options, resource)
}

interface ImportBody {
  readonly file: string
  readonly resource: string
  readonly options: unknown
}
