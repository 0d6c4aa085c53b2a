import type { EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { shapeOf } from "../../sdk/contract/core/text.ts"
import { contract } from "../../sdk/contract/index.ts"

const head = `// Written by \`npm run generate\` from sdk/contract. Do not edit.

import type { Reach } from "../contract/core/endpoint.ts"

/** The endpoints that reach people, by name. \`others\`: the body's fields besides the recipient's. */
export const reaches: Readonly<Record<string, { readonly reach: Exclude<Reach, "nobody">; readonly others?: readonly string[] }>> = {
`

/** \`sdk/recipients/reaches.gen.ts\`: the contract's data for the recipient guard, without a schema. */
export function renderReaches(): string {
  const lines = listEndpoints(contract).flatMap(({ name, spec }) =>
    spec.reaches === "nobody" ? [] : [`  ${JSON.stringify(name)}: ${text(spec)},\n`],
  )
  return `${head}${lines.join("")}}\n`
}

function text({ reaches, body }: EndpointSpec): string {
  if (typeof reaches === "string" || !("field" in reaches)) return JSON.stringify({ reach: reaches })
  const others = fieldsOf(body, reaches.field.split(".").slice(0, -1)).filter((field) => field !== reaches.field)
  return JSON.stringify({ reach: reaches, others })
}

/** The fields of a body in the guard's notation; nested fields only for the object that contains the recipient. */
function fieldsOf(body: EndpointSpec["body"], within: readonly string[]): string[] {
  const [outer] = within
  if (body === undefined) return []
  return Object.entries(shapeOf(body)).flatMap(([name, field]) =>
    name === outer ? fieldsOf(field, within.slice(1)).map((inner) => `${name}.${inner}`) : [name],
  )
}
