import * as z from "zod"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract, ImportCreate } from "../../sdk/contract/index.ts"
import { toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import { models } from "../../sdk/contract/openapi/models.ts"
import { readModelDocs } from "./model-docs.ts"
import { typesOf } from "./model-types.ts"

/** `sdk/contract/core/models.gen.ts`: the models of the contract as plain interfaces, with the comments of their fields. */
export function renderContractTypes(): string {
  const docs = readModelDocs()
  const given = givenModels()
  const written = [...models]
    .filter(([, schema]) => !(schema instanceof z.core.$ZodRecord))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, schema]) => ({ name, schema, io: given.has(name) ? "input" : "output", doc: docs[name] ?? {} }) as const,
    )
  return `// Written by \`npm run generate\` from the schemas in sdk/contract and their comments. Do not edit.

import type { ImportFile } from "./upload.ts"

${typesOf(written, new Map([[ImportCreate.shape.file, "ImportFile"]]))}`
}

/** The models that only occur in requests. */
function givenModels(): ReadonlySet<string> {
  const given = new Set<string>()
  const answered = new Set<string>()
  for (const { spec } of listEndpoints(contract)) {
    for (const part of [spec.params, spec.query, spec.body]) gather(part, "input", given)
    gather(spec.response, "output", answered)
  }
  return new Set([...given].filter((name) => !answered.has(name)))
}

function gather(schema: z.core.$ZodType | null | undefined, io: "input" | "output", found: Set<string>): void {
  if (schema) for (const name of Object.keys(toJsonSchema(schema, io).$defs ?? {})) found.add(name)
}
