import * as credentials from "../../sdk/contract/core/credentials.ts"
import { listEndpoints, type NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"

/** `mock-server/request/routes/endpoints.gen.ts`: what an endpoint is beside its schemas, a line an endpoint. */
export function renderEndpointFacts(): string {
  const lines = listEndpoints(contract).map(line)
  const lists = Object.keys(credentials)
    .filter((name) => lines.some((text) => text.includes(` auth: ${name},`)))
    .sort()
  return `// Written by \`npm run generate\` from sdk/contract. Do not edit.
import { ${lists.join(", ")} } from "../../../sdk/contract/core/credentials.ts"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"

type Schema = "params" | "query" | "body"
type Words = "response" | "summary" | "section" | "errors" | "issues" | "confirm" | "example" | "bodyOptional"

/** What the mock server must know of an endpoint to find it and to let somebody in: no schema, so that none is made for that. */
export interface EndpointFacts extends Omit<EndpointSpec, Schema | Words> {
  /** The parts of a request that there are schemas for. */
  readonly schemas?: readonly Schema[]
}

/** Every endpoint of the contract by name. */
export const endpoints = {
${lines.join("")}} as const satisfies Record<string, EndpointFacts>
`
}

const schemas = ["params", "query", "body"] as const

function line({ name, spec }: NamedEndpoint): string {
  const [auth = JSON.stringify(spec.auth)] = Object.entries(credentials).find(([, list]) => list === spec.auth) ?? []
  const own = schemas.filter((part) => spec[part] !== undefined)
  const fields = {
    method: JSON.stringify(spec.method),
    auth,
    role: JSON.stringify(spec.role),
    schemas: own.length === 0 ? undefined : JSON.stringify(own),
    status: spec.status,
    replayStatus: spec.replayStatus,
    invalid: JSON.stringify(spec.invalid),
    errorShape: JSON.stringify(spec.errorShape),
    paginated: JSON.stringify(spec.paginated),
    idempotency: JSON.stringify(spec.idempotency),
    upload: JSON.stringify(spec.upload),
    download: JSON.stringify(spec.download),
    path: JSON.stringify(spec.path),
  }
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${value}`)
  return `  ${JSON.stringify(name)}: { ${parts.join(", ")} },\n`
}
