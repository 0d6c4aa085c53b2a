import { listEndpoints, type NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"

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

function line({ name, spec }: NamedEndpoint): string {
  const fields = {
    method: spec.method,
    auth: spec.auth.length === 0 ? false : undefined,
    idempotency: spec.idempotency,
    paginated: spec.paginated?.size,
    upload: spec.upload,
    download: spec.download,
    // Last: so the lines compress best.
    path: spec.path,
  }
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `  ${JSON.stringify(name)}: { ${parts.join(", ")} },\n`
}
