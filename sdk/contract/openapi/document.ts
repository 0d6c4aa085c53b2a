import { listEndpoints } from "../core/endpoints.ts"
import { headerNames } from "../core/headers.ts"
import { contract } from "../index.ts"
import { securitySchemes } from "./credentials.ts"
import { docs } from "./docs.gen.ts"
import { ErrorResponses } from "./errors.ts"
import { headerParameters, responseHeaders } from "./headers.ts"
import { operationOf, sharedPageParameters } from "./operation.ts"
import { SchemaPool } from "./schemas.ts"
import type { OpenApiDocument, Operation, PathItem } from "./types.ts"
import { webhookOperations } from "./webhooks.ts"

/** The version of the interface that the contract describes. Spec: Versioning. */
export const interfaceVersion = "1.1.6"

/** The OpenAPI 3.1 description of the whole service: a plain object, the same on every call. Spec: Versioning. */
export function openapiDocument(): OpenApiDocument {
  const pool = new SchemaPool()
  const errors = new ErrorResponses(pool)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const endpoint of listEndpoints(contract)) {
    const { path, method } = endpoint.spec
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint, pool, errors) }
  }
  const webhooks: Record<string, PathItem> = webhookOperations(pool)
  const { document, schemas } = pool.place({ paths, webhooks, responses: errors.components() })
  return {
    openapi: "3.1.0",
    info: {
      title: "Marketing Automation Service (MAS)",
      version: interfaceVersion,
      summary: "Multi-channel marketing automation: messages, campaigns, contacts, webhooks, billing and validation.",
      description: `Send \`${headerNames.authorization}: Bearer <credential>\`. Fields may be added to responses at any time.`,
      contact: { name: "The mas-sdk authors" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      {
        url: "{base_url}",
        description: "The service at its production address, or a mock server: an address without a path.",
        // Some validators refuse a description of a variable.
        variables: { base_url: { default: "http://127.0.0.1:4010" } },
      },
    ],
    tags: Object.keys(contract).map((name) => ({ name, description: docs[name]?.about ?? name })),
    paths: document.paths,
    webhooks: document.webhooks,
    components: {
      securitySchemes,
      parameters: { ...headerParameters, ...sharedPageParameters(pool) },
      headers: responseHeaders,
      responses: document.responses,
      schemas,
    },
  }
}
