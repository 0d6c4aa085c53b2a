import { listEndpoints, type NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { rootOf, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"

const head = `// Written by \`npm run generate\` from sdk/contract. Do not edit.

/** The data that the client needs to call an endpoint. It has no schema, so that no schema library is loaded. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: \`/v1/\${string}\`
  /** \`false\` if no credential is sent. */
  readonly auth?: false
  /** Whether \`Idempotency-Key\` is required or optional. */
  readonly idempotency?: "required" | "optional"
  /** For lists: default rows per page. */
  readonly paginated?: number
  /** The body is sent as multipart/form-data. */
  readonly upload?: "multipart"
  /** Fields of the query or body that are timestamps. */
  readonly timestamps?: readonly string[]
  /** The response is a file, not JSON. */
  readonly download?: "bytes"
  /** The response has no body. */
  readonly status?: 204
}

/** Every endpoint of the contract by name. */
export const routes = {
`

/** `sdk/client/routes.gen.ts`: the contract's routes as plain data, one line per endpoint. */
export function renderRoutes(): string {
  return `${head}${listEndpoints(contract).map(line).join("")}} as const satisfies Record<string, Route>\n`
}

/** The timestamp fields of an endpoint's input; none is nested. */
function timestampsOf({ query, body }: NamedEndpoint["spec"]): string[] | undefined {
  const names = [query, body]
    .flatMap((part) => Object.entries((part && rootOf(toJsonSchema(part, "input")).properties) ?? {}))
    .filter(([, field]) => typeof field === "object" && field.format === "date-time")
    .map(([name]) => name)
  return names.length > 0 ? names : undefined
}

function line({ name, spec }: NamedEndpoint): string {
  const fields = {
    method: spec.method,
    auth: spec.auth.length === 0 ? false : undefined,
    idempotency: spec.idempotency,
    paginated: spec.paginated?.size,
    upload: spec.upload,
    download: spec.download,
    status: spec.status === 204 ? 204 : undefined,
    timestamps: timestampsOf(spec),
    // Last, because the lines compress best that way.
    path: spec.path,
  }
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value).replaceAll('","', '", "')}`)
  return `  ${JSON.stringify(name)}: { ${parts.join(", ")} },\n`
}
