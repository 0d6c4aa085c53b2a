import type * as z from "zod"
import { type Io, type JsonSchema, rootOf, toJsonSchema } from "./json-schema.ts"

/** One field of an object schema. */
export interface Field {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

const local = "#/$defs/"
const component = "#/components/schemas/"

/**
 * The models that a document refers to. While the document is built a reference says which side of a model it means
 * (`#/$defs/input/Message`); once all are known, `place` gives each model one name, or two where the sides differ and both are used.
 */
export class SchemaPool {
  readonly #definitions = new Map<string, JsonSchema>()

  /** A schema to put into the document; a named model becomes a reference. */
  use(schema: z.core.$ZodType, io: Io): JsonSchema {
    const { $defs, ...json } = toJsonSchema(schema, io)
    this.#keep($defs, io)
    return withSide(json, io)
  }

  /** The fields of an object schema, such as that of a query. */
  fields(schema: z.core.$ZodType, io: Io): Field[] {
    const json = toJsonSchema(schema, io)
    this.#keep(json.$defs, io)
    const root = rootOf(json)
    return Object.entries(root.properties ?? {}).map(([name, property]) => ({
      name,
      required: root.required?.includes(name) ?? false,
      schema: typeof property === "boolean" ? {} : withSide(property, io),
    }))
  }

  /** A schema with a reference at its root resolved. */
  resolve(schema: JsonSchema): JsonSchema {
    return (schema.$ref && this.#definitions.get(schema.$ref.replace(local, ""))) || schema
  }

  /** Points the document's references at `components.schemas`, and returns those schemas. */
  place<D>(document: D): { document: D; schemas: Record<string, JsonSchema> } {
    const reached = [...this.#reach(document)].sort()
    const name = (key: string) => {
      const { side, model } = parts(key)
      return side === "input" && reached.includes(`output/${model}`) && !this.#sidesAgree(model)
        ? `${model}Input`
        : model
    }
    const toComponent = (ref: string) => (ref.startsWith(local) ? component + name(ref.slice(local.length)) : ref)
    const schemas = reached.map((key) => [name(key), mapRefs(this.#definitions.get(key) ?? {}, toComponent)] as const)
    return {
      document: mapRefs(document, toComponent),
      schemas: Object.fromEntries(schemas.sort(([a], [b]) => (a < b ? -1 : 1))),
    }
  }

  #keep(definitions: Record<string, JsonSchema> | undefined, io: Io): void {
    for (const [name, definition] of Object.entries(definitions ?? {})) {
      this.#definitions.set(`${io}/${name}`, withSide(definition, io))
    }
  }

  /** The keys of all models that a value refers to, directly or through another model. */
  #reach(value: unknown, visited = new Set<string>()): Set<string> {
    mapRefs(value, (ref) => {
      const key = ref.startsWith(local) ? ref.slice(local.length) : undefined
      if (key !== undefined && !visited.has(key)) {
        visited.add(key)
        this.#reach(this.#definitions.get(key), visited)
      }
      return ref
    })
    return visited
  }

  /** Whether a model, and all that it refers to, is the same for input and output. */
  #sidesAgree(model: string): boolean {
    const closure = (side: Io) =>
      [...this.#reach({ $ref: `${local}${side}/${model}` })]
        .map((key) => JSON.stringify(mapRefs(this.#definitions.get(key) ?? {}, (ref) => ref.replace(`${side}/`, ""))))
        .join()
    return closure("input") === closure("output")
  }
}

function parts(key: string): { side: string; model: string } {
  const slash = key.indexOf("/")
  return { side: key.slice(0, slash), model: key.slice(slash + 1) }
}

function withSide<T>(json: T, io: Io): T {
  return mapRefs(json, (ref) => ref.replace(local, `${local}${io}/`))
}

/** A copy of a value with every `$ref` in it changed. */
function mapRefs<T>(value: T, change: (ref: string) => string): T
function mapRefs(value: unknown, change: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapRefs(item, change))
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [key, change(inner)] : [key, mapRefs(inner, change)],
  )
  return Object.fromEntries(entries)
}
