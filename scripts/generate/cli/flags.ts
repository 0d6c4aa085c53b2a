import type { FieldRules, Flag, Positional, ValueRules } from "../../../cli/line/command/spec.ts"
import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import type { ControlSpec } from "../../../mock-server/control/control.ts"
import { defined } from "../../../sdk/client/transport/fields.ts"
import { isSecret, type JsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import { isRecord, type Reader, readSchema, typeOf, withoutNull } from "./schema.ts"

type Path = readonly [part: "query" | "body", ...path: string[]]

/** `Idempotency-Key` is a separate flag with the same effect as this field of a body. */
const keyField = "idempotency_key"

/** The parameters of the path, in its order. */
export function pathParameters({ path, params }: Pick<ControlSpec, "path" | "params">): Positional[] {
  if (!params) return []
  const reader = readSchema(params, "input")
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]): Positional => {
    const schema = reader.resolve(reader.root.properties?.[parameter])
    const { array: _, ...rules } = rulesOf(schema, reader)
    return { name: kebabCase(parameter), ...rules, ...about(schema), required: true }
  })
}

export function flagsOf(reader: Reader, part: "query" | "body"): Flag[] {
  const { root } = reader
  const [only, ...others] = Object.entries(root.properties ?? {})
  if (only && others.length === 0) {
    // A wrapper: users know only its fields.
    const [name, schema] = only
    const inner = reader.resolve(schema)
    if (isRecord(inner)) return leaves(inner, reader, [part, name], undefined)
  }
  return leaves(root, reader, [part], undefined)
}

function leaves(object: JsonSchema, reader: Reader, path: Path, within: string | undefined): Flag[] {
  const required = new Set(object.required)
  return Object.entries(object.properties ?? {})
    .filter(([name]) => path[0] !== "body" || name !== keyField)
    .flatMap(([name, property]) => {
      const schema = reader.resolve(property)
      const at: Path = [...path, name]
      const rules = rulesOf(schema, reader)
      const [only, ...others] = rules.choices ?? []
      // A single value needs no name.
      const isClear = only !== undefined && others.length === 0 && rules.array === undefined
      const need = isClear ? { default: only, isSent: true as const } : { required: true as const }
      const flag: Flag = {
        name: kebabCase(name),
        ...rules,
        ...about(schema),
        ...(required.has(name) ? need : {}),
        at,
        ...(within === undefined ? {} : { within }),
      }
      const { branches } = withoutNull(schema, reader)
      const [inner] = branches.filter(isRecord)
      return inner ? [flag, ...nested(inner, reader, at, flag.name)] : [flag]
    })
}

/** The flags of a nested object: named by the field, or with the object's name as a prefix if that is clearer. */
function nested(object: JsonSchema, reader: Reader, path: Path, parent: string): Flag[] {
  const flags = leaves(object, reader, path, parent)
  const [only] = flags
  if (only && flags.length === 1) return [{ ...only, aliases: [`${parent}-${only.name}`] }]
  return flags.map((flag) => ({ ...flag, name: `${parent}-${flag.name}`, aliases: [flag.name] }))
}

function about(schema: JsonSchema): Pick<Flag, "description" | "default"> {
  const { description, default: preset } = schema
  return {
    ...(description ? { description } : {}),
    ...(typeof preset === "object" || preset === undefined ? {} : { default: String(preset) }),
  }
}

/** The rules for validating and parsing a value. */
export function rulesOf(schema: JsonSchema, reader: Reader): ValueRules & Pick<FieldRules, "array"> {
  const { branches, nullable } = withoutNull(schema, reader)
  const rules = {
    ...branchRules(branches, reader),
    contract: true as const,
    ...(isSecret(schema) ? { secret: true as const } : {}),
  }
  return nullable ? { ...rules, nullable: true } : rules
}

function branchRules(branches: readonly JsonSchema[], reader: Reader): ValueRules & Pick<FieldRules, "array"> {
  const [first = {}, second] = branches
  if (second && typeOf(second) === "array") return { ...arrayRules(second, reader), array: "one-or-many" }
  const openChoices = branches.find((branch) => branch.enum)
  if (second && openChoices) return { type: "string", choices: textsOf(openChoices) }
  return typeOf(first) === "array" ? { ...arrayRules(first, reader), array: true } : scalarRules(first, reader)
}

function arrayRules(schema: JsonSchema, reader: Reader): ValueRules {
  const [item = {}] = Array.isArray(schema.items) ? schema.items : [schema.items]
  const { minItems, maxItems } = schema
  return { ...scalarRules(reader.resolve(item), reader), ...defined({ minItems, maxItems }) }
}

function scalarRules(schema: JsonSchema, reader: Reader): ValueRules {
  const { minimum, maximum, minLength, maxLength, pattern } = schema
  switch (typeOf(schema)) {
    case "integer":
      return { type: "integer", ...defined({ minimum, maximum }) }
    case "number":
      return { type: "number", ...defined({ minimum, maximum }) }
    case "boolean":
      return { type: "boolean" }
    case "object":
      return objectRules(schema, reader)
    default:
      return {
        type: "string",
        ...(schema.enum ? { choices: textsOf(schema) } : {}),
        ...formatOf(schema),
        ...defined({ minLength, maxLength, pattern }),
      }
  }
}

function objectRules(schema: JsonSchema, reader: Reader): ValueRules {
  const { additionalProperties, properties, required = [] } = schema
  if (properties === undefined) {
    const isTexts = typeof additionalProperties === "object" && additionalProperties.type === "string"
    return isTexts ? { ...scalarRules(additionalProperties, reader), type: "map" } : { type: "json" }
  }
  if (additionalProperties !== false) return { type: "json" }
  const fields = Object.entries(properties).map(([name, property]): [string, FieldRules] => {
    const { contract: _, ...rules } = rulesOf(reader.resolve(property), reader)
    return [name, { ...rules, ...(required.includes(name) ? { required: true } : {}) }]
  })
  return { type: "json", fields: Object.fromEntries(fields) }
}

function formatOf({ format }: JsonSchema): Pick<ValueRules, "format"> {
  if (format === "binary") return { format: "file" }
  if (format === "idn-email") return { format: "email" }
  return format === "uri" || format === "date-time" ? { format } : {}
}

const textsOf = (schema: JsonSchema) => (schema.enum ?? []).map(String)
