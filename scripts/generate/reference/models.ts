import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { openapiDocument } from "../../../sdk/contract/openapi/document.ts"
import type { JsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import { modelName } from "../../../sdk/contract/openapi/models.ts"
import { fieldTable, type ModelLink, typeText } from "./fields.ts"
import { anchor } from "./markdown.ts"

const { paths, webhooks, components } = openapiDocument()
const schemas: Readonly<Record<string, JsonSchema>> = components.schemas

/** The page of models without an endpoint, such as the body of every error. */
export const overview = "README"

/** Every model that a part of the document refers to, directly or indirectly, in order of first reference. */
function reach(value: unknown, seen = new Set<string>()): Set<string> {
  if (typeof value !== "object" || value === null) return seen
  for (const [key, inner] of Object.entries(value)) {
    const name =
      key === "$ref" && typeof inner === "string" ? /^#\/components\/schemas\/(.*)/.exec(inner)?.[1] : undefined
    if (name === undefined) reach(inner, seen)
    else if (!seen.has(name)) reach(schemas[name], seen.add(name))
  }
  return seen
}

const endpoints = listEndpoints(contract)

/** The models of a resource's success responses and bodies. Error models are the same everywhere. */
function reachedBy(group: string): Set<string> {
  const own = endpoints.filter((endpoint) => endpoint.group === group)
  const parts = own.map(({ spec }) => {
    const { requestBody, parameters, responses } = paths[spec.path]?.[spec.method.toLowerCase()] ?? {}
    const successes = Object.entries(responses ?? {}).filter(([status]) => status.startsWith("2"))
    return [successes, requestBody, parameters]
  })
  return reach(group === "webhooks" ? [parts, webhooks] : parts)
}

/** Request models of a single endpoint without other references: they are shown at that endpoint. */
const sentOnce = (() => {
  const bodies = endpoints.flatMap(({ spec }) => (spec.body ? [modelName(spec.body) ?? ""] : []))
  const inside = new Set(Object.values(schemas).flatMap((schema) => [...reach({ ...schema })]))
  const answered = new Set(endpoints.flatMap(({ spec }) => (spec.response ? [modelName(spec.response)] : [])))
  return new Set(
    bodies.filter(
      (name) => bodies.filter((one) => one === name).length === 1 && !inside.has(name) && !answered.has(name),
    ),
  )
})()

/** The page of each model: that of the resource with its name, else the first that uses it. */
const homes = (() => {
  const found = new Map<string, string>()
  const groups = Object.keys(contract).map((group) => [group, reachedBy(group)] as const)
  for (const name of Object.keys(schemas)) {
    const users = groups.filter(([, reached]) => reached.has(name)).map(([group]) => group)
    const own = users.find((group) =>
      [group, group.replace(/s$/, "")].includes(`${name[0]?.toLowerCase()}${name.slice(1)}`),
    )
    const [first = ""] = users
    found.set(name, users.length === 0 ? overview : kebabCase(own ?? first))
  }
  return found
})()

/** A link from a page to a model, or its plain name if it has no heading. */
export const linkFrom =
  (page: string): ModelLink =>
  (name) => {
    const home = homes.get(name)
    if (home === undefined || sentOnce.has(name)) return `\`${name}\``
    return `[${name}](${home === page ? "" : `${home}.md`}#${anchor(name)})`
  }

export function modelSections(page: string, group?: string): string[] {
  const order = group === undefined ? Object.keys(schemas) : [...reachedBy(group)]
  const own = order.filter((name) => homes.get(name) === page && !sentOnce.has(name))
  return own.map((name) => {
    const schema = schemas[name] ?? {}
    const link = linkFrom(page)
    const shape = fieldTable(schema, link) ?? `Type: ${typeText(schema, link)}.`
    return [`### ${name}`, plain(schema.description ?? ""), shape].filter((part) => part !== "").join("\n\n")
  })
}

/** Removes references to the specification, which is these pages. */
const plain = (text: string) => text.replaceAll(/ ?Spec: [A-Z][^.]*\./g, "").trim()
