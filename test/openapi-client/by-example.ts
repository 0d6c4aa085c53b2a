import type { Client } from "openapi-fetch"
import type { paths } from "../../generated/openapi-client.ts"
import type { OpenApiDocument, Operation, Parameter } from "../../sdk/contract/openapi/types.ts"

/** Makes the remaining calls of a document with the document's own examples. */
export async function callTheRest(
  client: Client<paths>,
  document: OpenApiDocument,
  reached: ReadonlySet<string>,
): Promise<void> {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      // The types cover the explicit calls; these calls are untyped.
      if (!reached.has(`${method.toUpperCase()} ${path}`)) {
        await Reflect.apply(client.request, client, [method, path, exampleOf(operation, document)])
      }
    }
  }
}

function exampleOf({ parameters = [], requestBody }: Operation, { components }: OpenApiDocument) {
  const params: Record<Parameter["in"], Record<string, unknown>> = { path: {}, query: {}, header: {} }
  for (const parameter of parameters) {
    const definition = "$ref" in parameter ? components.parameters[parameter.$ref.split("/").at(-1) ?? ""] : parameter
    if (definition?.example !== undefined) params[definition.in][definition.name] = definition.example
  }
  const body = requestBody?.content["application/json"]?.example
  return { params, ...(body !== undefined && { body }) }
}
