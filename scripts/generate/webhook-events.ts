import { webhookEventTypes } from "../../sdk/contract/models/webhook-event-types.ts"
import { WebhookEvent } from "../../sdk/contract/models/webhook-events.ts"
import { type JsonSchema, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import { modelName } from "../../sdk/contract/openapi/models.ts"

/**
 * `sdk/webhooks/events.gen.ts`: the events of the contract as plain interfaces, for `mas-sdk/webhooks`, which has no
 * dependencies and loads no schema.
 */
export function renderWebhookEvents(): string {
  const { $defs = {} } = toJsonSchema(WebhookEvent, "output")
  const events = WebhookEvent.options.map((event) => {
    const [name = "", type] = [modelName(event), event.shape.type.value]
    const { description, properties } = definition($defs, name)
    return { name, type, about: description, data: modelOf(properties?.data) ?? "" }
  })
  const models = new Set<string>()
  for (const { data } of events) gather(data, $defs, models)
  return `// Written by \`npm run generate\` from sdk/contract/models/webhook-events.ts. Do not edit.

import type { VerifiedWebhook } from "./envelope.ts"

/** Every event type the service documents. A newer service may send others. Spec: Event types. */
export const webhookEventTypes = [
${webhookEventTypes.map((type) => `  "${type}",\n`).join("")}] as const

/** The type of a documented event, for example \`email.bounced\`. */
export type WebhookEventType = (typeof webhookEventTypes)[number]

${[...models].map((name) => interfaceOf(name, $defs)).join("\n")}
${events.map(({ name, type, about, data }) => `${comment(about)}export interface ${name} extends VerifiedWebhook<"${type}", ${data}> {}\n`).join("")}
/** Every documented event by its type: \`WebhookEventMap["email.bounced"]\` is \`EmailBouncedEvent\`. */
export interface WebhookEventMap {
${events.map(({ name, type, about }) => `${comment(about, "  ")}  "${type}": ${name}\n`).join("")}}
`
}

type Definitions = Readonly<Record<string, JsonSchema>>

const modelOf = (schema: JsonSchema | boolean | undefined) =>
  typeof schema === "object" ? schema.$ref?.replace("#/$defs/", "") : undefined

function definition(all: Definitions, name: string): JsonSchema {
  const found = all[name]
  if (!found) throw new Error(`the contract has no model ${name}`)
  return found
}

/** Models with an interface of their own; any other is written out where it stands. */
const isNamed = (name: string) => /^Webhook|Data$/.test(name)

/** A model after the one that it extends and those that it refers to. */
function gather(name: string, all: Definitions, found: Set<string>): void {
  if (found.has(name)) return
  const model = definition(all, name)
  const base = baseOf(name, all)
  if (base) gather(base, all, found)
  for (const field of Object.values(model.properties ?? {})) {
    const inner = typeof field === "object" ? modelOf(Array.isArray(field.items) ? undefined : field.items) : undefined
    if (inner && isNamed(inner)) gather(inner, all, found)
  }
  found.add(name)
}

function interfaceOf(name: string, all: Definitions): string {
  const model = definition(all, name)
  const base = baseOf(name, all)
  const inherited = base ? definition(all, base).properties : undefined
  const own = Object.keys(model.properties ?? {}).filter((field) => !inherited?.[field])
  const head = base ? `${name} extends ${base}` : name
  return `${comment(model.description)}export interface ${head} ${fieldsOf(model, own, all, "")}\n`
}

/** The model whose fields another has, just as they are there, among its own. */
function baseOf(name: string, all: Definitions): string | undefined {
  const fields = definition(all, name).properties ?? {}
  const isBase = ({ properties }: JsonSchema) =>
    properties !== undefined &&
    Object.entries(properties).every(([field, schema]) => JSON.stringify(fields[field]) === JSON.stringify(schema))
  return Object.keys(all).find((other) => other !== name && isNamed(other) && isBase(definition(all, other)))
}

function fieldsOf(model: JsonSchema, names: readonly string[], all: Definitions, indent: string): string {
  const lines = names.map((name) => {
    const field = model.properties?.[name]
    const { description, ...schema } = typeof field === "object" ? field : {}
    const isRequired = model.required?.includes(name)
    const type = typeText(schema, all, `${indent}  `) + (isRequired ? "" : " | undefined")
    return `${comment(description, `${indent}  `)}${indent}  ${name}${isRequired ? "" : "?"}: ${type}\n`
  })
  return `{\n${lines.join("")}${indent}}`
}

function typeText(schema: JsonSchema, all: Definitions, indent: string): string {
  const { type, anyOf, items, properties, additionalProperties } = schema
  const name = modelOf(schema)
  if (name) return isNamed(name) ? name : typeText(definition(all, name), all, indent)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (anyOf) return anyOf.map((branch) => typeText(branch, all, indent)).join(" | ")
  if (type === "array" && typeof items === "object" && !Array.isArray(items)) return `${typeText(items, all, indent)}[]`
  if (type === "object" && properties) return fieldsOf(schema, Object.keys(properties), all, indent)
  if (type === "object" && typeof additionalProperties === "object") {
    return `Record<string, ${typeText(additionalProperties, all, indent)}>`
  }
  if (type === "integer") return "number"
  if (type === "string" || type === "number" || type === "boolean" || type === "null") return type
  throw new Error(`no type of TypeScript is known for ${JSON.stringify(schema)}`)
}

const comment = (text: string | undefined, indent = "") => (text ? `${indent}/** ${text} */\n` : "")
