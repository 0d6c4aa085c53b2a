import openapiTS from "openapi-typescript"
import ts from "typescript"

/**
 * `generated/openapi-client.ts`: the types that an independent generator makes of the OpenAPI document, for a client
 * that knows nothing else of this project.
 */
export async function renderOpenapiClient(): Promise<string> {
  const { openapiDocument } = await import("../../sdk/contract/openapi/document.ts")
  const nodes = await openapiTS(JSON.stringify(openapiDocument()))
  const printer = ts.createPrinter({ removeComments: true })
  const file = ts.createSourceFile("api.gen.ts", "", ts.ScriptTarget.Latest)
  const text = nodes.map((node) => printer.printNode(ts.EmitHint.Unspecified, node, file)).join("\n")
  return `// Written by \`npm run generate\` from the OpenAPI document. Do not edit.\n\n${text}\n`
}
