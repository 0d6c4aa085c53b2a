import type * as z from "zod"
import type { Control, ControlSpec } from "../../mock-server/control/control.ts"
import { type ControlName, controlTable } from "../../mock-server/control/controls.ts"
import { UncheckedFixtures } from "../../mock-server/world/fixtures/fixtures.ts"
import { version } from "../../sdk/base/version.ts"
import { describeFields, type JsonSchema, rootOf, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import { mockGroup } from "./cli/control-commands.ts"
import { docsOfControl } from "./control-docs.ts"

/** What a test in another language needs. The other calls are the dashboard's and the command line's own. */
export const callsForTests: readonly ControlName[] = [
  "GET /world",
  "GET /clock",
  "PUT /clock",
  "POST /clock/advance",
  "POST /reset",
  "PUT /fixtures",
  "POST /worlds",
  "DELETE /worlds/{id}",
  "POST /faults",
  "DELETE /faults",
  "POST /outcomes",
  "POST /messages/{id}/events",
  "POST /inbound",
  "POST /credentials",
  "POST /webhooks/allow_local",
  "GET /messages",
  "GET /messages/{id}",
  "GET /messages/latest",
  "GET /messages/wait",
  "GET /requests",
  "GET /requests/wait",
  "GET /deliveries",
  "GET /deliveries/wait",
]

/**
 * `docs/control-openapi.yaml`: the calls of the mock server's control API that tests in other languages need, generated from
 * their schemas. Responses have no schema: docs/mock-server.md describes them.
 */
export function controlDocument(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [group, calls] of Object.entries(controlTable)) {
    for (const [name, { spec }] of Object.entries<Control>(calls)) {
      const summary = summaryOf(spec)
      if (summary === undefined || !isForTests(spec)) continue
      const operation = { operationId: `${group}.${name}`, tags: [group], summary, ...parts(spec) }
      paths[spec.path] = { ...paths[spec.path], [spec.method.toLowerCase()]: operation }
    }
  }
  const error = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
  return {
    openapi: "3.1.0",
    info: {
      title: "MAS mock server: control API",
      version,
      summary: "What has no endpoint in the service: its clock, state, worlds, faults, and what it has sent.",
      description:
        "For tests. No credential. Without a prefix it is about the main world; `/@w1/_mock` is about the world `w1`, and so is the header `X-MAS-World`. Other calls below `/_mock` are the dashboard's and the command line's own, and may change with any version.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "http://127.0.0.1:4010/_mock" }],
    security: [],
    paths,
    components: {
      responses: { Refused: { description: "Why it was refused.", content: error } },
      schemas: { Error: { type: "object", required: ["message"], properties: { message: { type: "string" } } } },
    },
  }
}

const isForTests = ({ method, path }: ControlSpec) => callsForTests.some((call) => call === `${method} ${path}`)

/** The summary of the command that makes the call; undefined if only the dashboard makes it. */
function summaryOf({ method, path }: ControlSpec): string | undefined {
  const name = `${method} ${path}`
  return mockGroup.commands.find(({ control = [] }) => control.some(({ call }) => call === name))?.summary
}

function parts({ path, params, query, body, status = 200 }: ControlSpec): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const parameters = [
    ...fieldsOf(params).map(({ name, schema }) => ({ name, in: "path", required: true, schema })),
    ...fieldsOf(query).map((field) => ({ ...field, in: "query" })),
  ]
  if (names.some((name) => !parameters.some((parameter) => parameter.name === name)))
    throw new Error(`${path} has a parameter without a schema`)
  const response = status === 204 ? {} : { content: { "application/json": { schema: {} } } }
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: described(body) } } } }),
    responses: {
      [status]: { description: status === 204 ? "Done." : "The response.", ...response },
      "4XX": { $ref: "#/components/responses/Refused" },
    },
  }
}

function fieldsOf(schema: z.core.$ZodType | undefined) {
  if (schema === undefined) return []
  const root = rootOf(described(schema))
  return Object.entries(root.properties ?? {}).map(([name, field]) => {
    const { description, ...json } = typeof field === "boolean" ? {} : field
    return { name, ...(description && { description }), required: root.required?.includes(name) ?? false, schema: json }
  })
}

/** A schema with the comments of its source. Fixtures have a separate file. */
function described(schema: z.core.$ZodType): JsonSchema {
  if (schema === UncheckedFixtures) return fixturesFile
  const { $defs = {}, ...json } = toJsonSchema(schema, "input")
  if (json.properties?.fixtures) json.properties.fixtures = fixturesFile
  return describeFields(forHttp(json, $defs), docsOfControl(schema).fields ?? {})
}

/** Not a reference: client generators do not follow references to other files. */
const fixturesFile: JsonSchema = { type: "object", description: "Fixtures, as docs/fixtures.schema.json has them." }

/** Inlines references to models, and removes values that only code can pass: a `Date` instead of its text. */
function forHttp(json: JsonSchema, models: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const inside = (part: JsonSchema | boolean) => (typeof part === "boolean" ? part : forHttp(part, models))
  const model = models[json.$ref?.replace("#/$defs/", "") ?? ""]
  const { anyOf, properties, ...others } = model ?? json
  const branches = anyOf?.filter((branch) => Object.keys(branch).length > 0).map(inside)
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, inside(field)] as const)
  return {
    ...others,
    ...(properties && { properties: Object.fromEntries(fields) }),
    ...(branches?.length === 1 ? Object(branches[0]) : branches && { anyOf: branches }),
  }
}
