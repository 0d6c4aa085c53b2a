import { listEndpoints, type NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { rootOf, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"

const head = `// Written by \`npm run generate\` from sdk/contract. Do not edit.

/** What the client must know of an endpoint to call it: no schema, so that no schema library is loaded. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: \`/v1/\${string}\`
  /** \`false\` where no credential is sent. */
  readonly auth?: false
  /** Whether \`Idempotency-Key\` is read, and whether it must be there. */
  readonly idempotency?: "required" | "optional"
  /** On lists: rows a page when none are asked for. */
  readonly paginated?: number
  /** The body goes as multipart/form-data. */
  readonly upload?: "multipart"
  /** Fields of the query or body that are timestamps. */
  readonly timestamps?: readonly string[]
  /** The answer is a file, not JSON. */
  readonly download?: "bytes"
}

/** Every endpoint of the contract by name. */
export const routes = {
`

/** `sdk/routes.gen.ts`: the contract's addresses as plain data, a line an endpoint. */
export function renderRoutes(): string {
  return `${head}${listEndpoints(contract).map(line).join("")}} as const satisfies Record<string, Route>\n`
}

/** The fields that a caller writes a moment in; none is nested. */
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
    timestamps: timestampsOf(spec),
    // Last: so the lines compress best.
    path: spec.path,
  }
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value).replaceAll('","', '", "')}`)
  return `  ${JSON.stringify(name)}: { ${parts.join(", ")} },\n`
}
