import * as z from "zod"
import type { EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { shapeOf } from "../../sdk/contract/core/text.ts"
import { contract } from "../../sdk/contract/index.ts"

const head = `// Written by \`npm run generate\` from sdk/contract. Do not edit.

import type { RecipientRule } from "../../contract/core/endpoint.ts"

/** What a field holds: text of one line (or a number, or a boolean), any text, texts by name, or any JSON. */
export type FieldKind = "line" | "text" | "map" | "json"

/** An endpoint that reaches people. */
export interface ReachingEndpoint {
  readonly reach: Exclude<RecipientRule, "nobody">
  /** Every field of its body besides the recipient's. */
  readonly fields: Readonly<Record<string, FieldKind>>
}

/** The endpoints that reach people, by name. */
export const reaches: Readonly<Record<string, ReachingEndpoint>> = {
`

/** \`sdk/sending/recipients/reaches.gen.ts\`: the contract's data for the recipient guard, without a schema. */
export function renderReaches(): string {
  const lines = listEndpoints(contract).flatMap(({ name, spec }) =>
    spec.recipients === "nobody" ? [] : [`  ${JSON.stringify(name)}: ${text(spec)},\n`],
  )
  return `${head}${lines.join("")}}\n`
}

function text({ recipients, body }: EndpointSpec): string {
  const field = typeof recipients === "object" && "field" in recipients ? recipients.field : ""
  const fields = fieldsOf(body, field.split(".").slice(0, -1)).filter(([name]) => name !== field)
  return JSON.stringify({ reach: recipients, fields: Object.fromEntries(fields) })
}

/** The fields of a body in the guard's notation; nested fields only for the object that contains the recipient. */
function fieldsOf(body: EndpointSpec["body"], within: readonly string[]): [name: string, kind: string][] {
  const [outer] = within
  if (body === undefined) return []
  return Object.entries(shapeOf(body)).flatMap(([name, field]): [string, string][] =>
    name === outer
      ? fieldsOf(field, within.slice(1)).map(([inner, kind]) => [`${name}.${inner}`, kind])
      : [[name, kindOf(field)]],
  )
}

/** The kind of a field, by what its schema accepts. */
function kindOf(schema: z.core.$ZodType): string {
  const accepts = (value: unknown) => z.safeParse(schema, value).success
  if (accepts({ x: { y: 1 } })) return "json"
  if (accepts({ x: "1" })) return "map"
  if (accepts("1\n2")) return "text"
  return accepts("1") || isScalar(schema) ? "line" : "json"
}

/** Whether every value of a field is text, a number, a boolean or null. */
function isScalar(schema: z.core.$ZodType): boolean {
  const type: unknown = Object(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })).type
  return typeof type === "string" && /^(string|integer|number|boolean)$/.test(type)
}
