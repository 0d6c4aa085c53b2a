import type { CommandGroup, CommandSpec } from "../../../cli/line/command/spec.ts"
import type { CommandSchema, CommandSchemas } from "../../../cli/line/command/tables.ts"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { PageQuery } from "../../../sdk/contract/core/shared.ts"
import { contract } from "../../../sdk/contract/index.ts"
import type { JsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import { type Field, SchemaPool } from "../../../sdk/contract/openapi/schemas.ts"
import { exitCodesOf } from "./exit-codes.ts"
import { responseTextOf } from "./responses.ts"

const endpoints = new Map(listEndpoints(contract).map(({ name, spec }) => [name, spec]))

/** The input and output schemas of all commands, with each model once. */
export function commandSchemas(groups: readonly CommandGroup[]): CommandSchemas {
  const pool = new SchemaPool()
  const commands = groups.flatMap((group) => group.commands)
  const all = Object.fromEntries(commands.map((command) => [command.name, schemaOf(command, pool)]))
  const { document, schemas } = pool.place(all)
  return { commands: toDefs(document), $defs: toDefs(schemas) }
}

function schemaOf(command: CommandSpec, pool: SchemaPool): CommandSchema {
  const spec = endpoints.get(command.name)
  const exit_codes = exitCodesOf(command)
  if (!spec) return { output: ownOutput(command), exit_codes }
  const { params, query, body } = spec.example ?? {}
  const example = { ...params, ...query, ...(typeof body === "object" ? body : {}) }
  return { input: inputOf(spec, pool), example, output: outputOf(command, spec, pool), exit_codes }
}

/** Path, query and body in one object: no endpoint has the same name in two of them. */
function inputOf(spec: EndpointSpec, pool: SchemaPool): JsonSchema {
  const part = (schema: EndpointSpec["body"]) => (schema ? pool.fields(schema, "input") : [])
  const body = part(spec.body).map((field) => (spec.bodyOptional ? { ...field, required: false } : field))
  const paging = spec.paginated ? pool.fields(PageQuery, "input").filter(({ name }) => /^(page|limit)$/.test(name)) : []
  const fields = [...part(spec.params), ...part(spec.query), ...paging, ...body]
  const names = fields.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`${spec.method} ${spec.path} takes ${twice} in two places`)
  return objectOf(fields)
}

function objectOf(fields: readonly Field[]): JsonSchema {
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

function outputOf(command: CommandSpec, spec: EndpointSpec, pool: SchemaPool): JsonSchema {
  if (!spec.response) return ownOutput(command)
  const response = pool.use(spec.response, "output")
  return spec.paginated ? { type: "array", items: response } : response
}

/** The output schema of a command without a model, from the fields in its help. */
function ownOutput(command: CommandSpec): JsonSchema {
  const response = responseTextOf(command) ?? ""
  if (response.startsWith("nothing")) return { type: "null" }
  const [, rows, list = ""] = /^(rows of )?([a-z_.-]+(?:, [a-z_.-]+)+)(?: of the file)?$/.exec(response) ?? []
  if (list === "") return { description: response }
  const record = fieldsByName(list.split(", "))
  return rows ? { type: "array", items: record } : record
}

/** An object schema from field names without types; dotted names are nested. */
function fieldsByName(names: readonly string[]): JsonSchema {
  const tops = [...new Set(names.map((name) => name.replace(/\..*/, "")))]
  const inside = (top: string) =>
    names.filter((name) => name.startsWith(`${top}.`)).map((name) => name.slice(top.length + 1))
  return {
    type: "object",
    properties: Object.fromEntries(tops.map((top) => [top, inside(top).length > 0 ? fieldsByName(inside(top)) : {}])),
  }
}

const toDefs = <T>(document: T): T =>
  JSON.parse(JSON.stringify(document).replaceAll('"#/components/schemas/', '"#/$defs/'))
