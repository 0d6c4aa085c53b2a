import { readFileSync } from "node:fs"
import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import { listEndpoints, type NamedEndpoint, successStatuses } from "../../../sdk/contract/core/endpoints.ts"
import { PageQuery } from "../../../sdk/contract/core/shared.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { docs } from "../../../sdk/contract/openapi/docs.gen.ts"
import { openapiDocument } from "../../../sdk/contract/openapi/document.ts"
import { rootOf, toJsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import { modelName } from "../../../sdk/contract/openapi/models.ts"
import type { Operation, Parameter, Reference } from "../../../sdk/contract/openapi/types.ts"
import { sections as specSections } from "../rules.ts"
import { codesOf } from "./errors.ts"
import { type Exchange, exchangeOf } from "./exchange.ts"
import { fieldTable, type ModelLink, typeText } from "./fields.ts"
import { filled } from "./limits.ts"
import { anchor, table, words } from "./markdown.ts"
import { linkFrom, modelSections } from "./models.ts"

const { paths, components } = openapiDocument()

/** Rules of single resources that are not in a schema, by page name. */
const rules = new Map(
  readFileSync(new URL("nouns.md", import.meta.url), "utf8")
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n")
      return [part.slice(0, end), filled(part.slice(end).trim())]
    }),
)

/** `docs/reference/<noun>.md`: the endpoints of a resource and their models. */
export async function renderNoun(group: string): Promise<string> {
  const page = kebabCase(group)
  const endpoints = listEndpoints(contract).filter((endpoint) => endpoint.group === group)
  const link = linkFrom(page)
  const sections: string[] = []
  for (const endpoint of endpoints) sections.push(endpointSection(endpoint, await exchangeOf(endpoint), link))
  const models = modelSections(page, group)
  return `${[
    "<!-- Written by `npm run generate` from sdk/contract. Do not edit. -->",
    `# ${words(group)}`,
    about(group, endpoints),
    rules.get(page) ?? "",
    endpoints.length > 1 ? contents(endpoints) : "",
    ...sections,
    ...(models.length > 0 ? ["## Models", ...models] : []),
  ]
    .filter((part) => part !== "")
    .join("\n\n")}\n`
}

function about(group: string, endpoints: readonly NamedEndpoint[]): string {
  const lost = endpoints.find(({ spec }) => !specSections.some(({ title }) => title === spec.section))
  if (lost !== undefined)
    throw new Error(`sdk/contract/${kebabCase(group)}.ts: ${lost.name} has no section of rules.json`)
  const [section = ""] = new Set(endpoints.map(({ spec }) => spec.section))
  return `${docs[group]?.about ?? ""} Specification: ${section}.`
}

/** A table with one row per endpoint, for all resources or for one. */
export const contents = (endpoints: readonly NamedEndpoint[], page = ""): string =>
  table(
    ["call", "endpoint", "does"],
    endpoints.map(({ name, spec }) => [
      `[\`mas.${name}\`](${page}#${anchor(name)})`,
      `\`${spec.method} ${spec.path}\``,
      spec.summary,
    ]),
  )

function endpointSection({ name, spec }: NamedEndpoint, exchange: Exchange, link: ModelLink): string {
  const operation = paths[spec.path]?.[spec.method.toLowerCase()]
  if (operation === undefined) throw new Error(`The OpenAPI document lacks ${name}`)
  const parts = [
    `## ${name}`,
    `${spec.summary}. ${notes(operation, spec)}`.trim(),
    `\`\`\`ts\nawait ${exchange.call}\n\`\`\``,
    `\`\`\`http\n${exchange.request}\n\`\`\``,
    response(spec, exchange, link),
    parameters(operation, spec, link),
    body(spec, link),
    `Errors: ${errors(name, spec)}.`,
  ]
  return parts.filter((part) => part !== "").join("\n\n")
}

/** The description of an endpoint, without its specification section, which is at the top of the page. */
const notes = ({ description }: Operation, { section }: EndpointSpec) =>
  description.replace(`Specification: ${section}.`, "").trim()

function response(spec: EndpointSpec, { status, response: json }: Exchange, link: ModelLink): string {
  const name = spec.response ? modelName(spec.response) : undefined
  const model = name === undefined ? "" : link(name)
  const statuses = successStatuses(spec)
  const replay = statuses.filter((one) => one !== status).map((one) => `; ${one} for a repeated request`)
  if (spec.download) return `Responds with ${status}: the file.`
  if (json === undefined) return `Responds with ${status}.`
  const what = spec.paginated ? `an array of ${model}, here its first row` : model
  return `Responds with ${status}${replay.join("")}: ${what}.\n\n\`\`\`json\n${json}\n\`\`\``
}

/** Headers and paging parameters are the same everywhere: they are in the overview. */
function parameters({ parameters: all = [] }: Operation, { query, paginated }: EndpointSpec, link: ModelLink): string {
  const own = all
    .map(parameterOf)
    .filter(({ in: place, name }) => place !== "header" && !(paginated && Object.hasOwn(PageQuery.shape, name)))
  const paging = paginated ? "[Paging](README.md#paging): `page`, `limit`." : ""
  if (own.length === 0) return paging
  const rows = own.map((one) => [
    `\`${one.name}${one.required ? "" : "?"}\``,
    one.in,
    typeText(one.schema, link),
    one.description ?? "",
  ])
  const name = query && modelName(query)
  const title = name === undefined ? "Parameters:" : `Parameters (the query is a \`${name}\`):`
  return `${title}\n\n${table(["parameter", "in", "type", "description"], rows)}\n\n${paging}`.trim()
}

function parameterOf(one: Parameter | Reference): Parameter {
  if (!("$ref" in one)) return one
  const found = components.parameters[one.$ref.slice(one.$ref.lastIndexOf("/") + 1)]
  if (found === undefined) throw new Error(`There is no ${one.$ref}`)
  return found
}

function body({ body: schema, bodyOptional, upload }: EndpointSpec, link: ModelLink): string {
  if (schema === undefined) return ""
  const name = modelName(schema)
  const shown = name === undefined ? "" : `, ${link(name)}`
  const kind = `${upload === "multipart" ? "Multipart" : "JSON"} body${bodyOptional ? " (optional)" : ""}${shown}`
  if (shown.includes("](")) return `${kind}.`
  const root = rootOf(toJsonSchema(schema, "input"))
  return `${kind}:\n\n${fieldTable(root, link) ?? `Type: ${typeText(root, link)}.`}`
}

const errors = (name: string, spec: EndpointSpec) =>
  codesOf(name, spec)
    .map(([status, codes]) => `${status} ${codes.map((code) => `\`${code}\``).join(" or ")}`.trim())
    .join(", ")
