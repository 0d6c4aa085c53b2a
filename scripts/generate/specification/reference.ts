import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import { listEndpoints, type NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { openapiDocument } from "../../../sdk/contract/openapi/document.ts"
import { rootOf, toJsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import type { Operation, Parameter, Reference } from "../../../sdk/contract/openapi/types.ts"
import { answersOf, linkTo } from "./endpoints.ts"
import { codesOf } from "./errors.ts"
import { fieldRows, typeText } from "./fields.ts"
import { anchor, table } from "./markdown.ts"

const introduction = `<!-- Written by \`npm run generate\` from sdk/contract. Do not edit. -->

# Endpoints

Every endpoint: what it takes, what it answers, what can be wrong, and an example.
What holds for all of them is in [the interface](specification.md); every model in [resources](resources.md).`

/** `docs/endpoints.md`: each endpoint of the contract, under its group. */
export function renderEndpoints(): string {
  const { paths, components, tags } = openapiDocument()
  const endpoints = listEndpoints(contract)
  const groups = tags.flatMap(({ name, description }) => {
    const own = endpoints.filter(({ group }) => group === name)
    const sections = own.map((endpoint) => {
      const operation = paths[endpoint.spec.path]?.[endpoint.spec.method.toLowerCase()]
      if (operation === undefined) throw new Error(`The document for machines lacks ${endpoint.name}`)
      return endpointSection(endpoint, operation, components.parameters)
    })
    return [`## ${name}\n\n${description}`, ...sections]
  })
  return `${[introduction, ...groups].join("\n\n")}\n`
}

type Shared = Readonly<Record<string, Parameter>>

function endpointSection({ name, spec }: NamedEndpoint, operation: Operation, shared: Shared): string {
  const { method, path, summary, section } = spec
  const parts = [
    `### \`${method} ${path}\``,
    `${summary}. In code \`mas.${name}()\`; see [${section}](specification.md#${anchor(section)}).`,
    notes(operation, section),
    parameters(operation, shared),
    body(spec),
    `Answers ${answersOf(spec)}.`,
    `[Errors](specification.md#errors-by-code): ${errors(name, spec)}.`,
    example(spec),
  ]
  return parts.filter((part) => part !== "").join("\n\n")
}

/** What is said of an endpoint as a whole, without where it is specified: that is a link. */
const notes = ({ description }: Operation, section: string) =>
  description.replace(`Specification: ${section}.`, "").trim()

function parameters({ parameters: all = [] }: Operation, shared: Shared): string {
  const rows = all
    .map((one) => parameterOf(one, shared))
    .map((one) => [`\`${one.name}${one.required ? "" : "?"}\``, one.in, typeText(one.schema), one.description ?? ""])
  return rows.length === 0 ? "" : elsewhere(table(["parameter", "in", "type", "is"], rows))
}

function parameterOf(one: Parameter | Reference, shared: Shared): Parameter {
  if (!("$ref" in one)) return one
  const found = shared[one.$ref.slice(one.$ref.lastIndexOf("/") + 1)]
  if (found === undefined) throw new Error(`There is no ${one.$ref}`)
  return found
}

function body({ body: schema, bodyOptional, upload }: EndpointSpec): string {
  if (schema === undefined) return ""
  const model = linkTo(schema)
  const kind = `${upload === "multipart" ? "Multipart" : "JSON"} body${bodyOptional ? ", which may be left out" : ""}`
  const root = rootOf(toJsonSchema(schema, "input"))
  const rows = fieldRows(root)
  const shape = rows.length > 0 ? table(["field", "type", "is"], rows) : `Type: ${typeText(root)}.`
  return `${kind}${model === undefined ? "" : `, ${model}`}:\n\n${elsewhere(shape)}`
}

/** Models are on the page of resources. */
const elsewhere = (markdown: string) => markdown.replaceAll("](#", "](resources.md#")

const errors = (name: string, spec: EndpointSpec) =>
  codesOf(name, spec)
    .map(([status, codes]) => `${status} ${codes.map((code) => `\`${code}\``).join(" or ")}`.trim())
    .join(", ")

function example({ method, path, auth, example: given = {} }: EndpointSpec): string {
  const { params = {}, query = {}, body: sent, idempotencyKey } = given
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? name)))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  const lines = [
    `${method} ${target}${search === "" ? "" : `?${search}`}`,
    ...(auth[0] === undefined ? [] : [`Authorization: Bearer <${auth[0]}>`]),
    ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`]),
    ...(sent === undefined ? [] : ["", JSON.stringify(sent, null, 2)]),
  ]
  return `\`\`\`http\n${lines.join("\n")}\n\`\`\``
}
