import { FixturesDocument } from "../../mock-server/world/fixtures/fixtures.ts"
import { describeFields, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import { docsIn } from "./model-docs.ts"

/** `docs/fixtures.schema.json`: what a fixtures document may hold, for editors and other validators. */
export function renderFixturesSchema(): string {
  const { about, fields = {} } = docsIn(["mock-server/world/fixtures/"])("FixturesDocument")
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Fixtures of the MAS mock server",
    description: about,
    ...describeFields(toJsonSchema(FixturesDocument, "input"), fields),
  }
  return `${withInnermostInALine(JSON.stringify(schema, null, 1))}\n`
}

/** JSON strings hold no line breaks, so only whitespace between values is replaced. */
const withInnermostInALine = (json: string) =>
  json.replaceAll(/(?<=[{[])\n\s+([^{}[\]]*)\n\s*(?=[}\]])/g, (_, inside: string) => inside.replaceAll(/\n\s+/g, " "))
