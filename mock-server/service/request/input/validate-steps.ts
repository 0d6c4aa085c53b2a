import * as z from "zod"
import type { Steps } from "../../../base/event-loop.ts"
import { invalid } from "../../../base/mock-error.ts"
import { ServiceError } from "../../../base/service-error.ts"
import { refuseUnfit } from "../../../world/fixtures/fixtures.ts"
import { validate } from "./validate.ts"

/** Items that are validated at once; a list with more is validated in steps. */
const itemsAtOnce = 256

/** A list that is taken out of a document and validated by itself. */
interface LongList {
  readonly path: readonly string[]
  readonly items: readonly unknown[]
  readonly schema: z.core.$ZodType
}

/** Like `validate`, in steps: the document without its long lists first, then their items. */
export function* validateInSteps<S extends z.core.$ZodType>(schema: S, document: unknown): Steps<z.output<S>> {
  const lists: LongList[] = []
  const rest = validate(schema, withoutLongLists(schema, document, [], lists))
  for (const { path, items, schema: item } of lists) {
    const target: unknown = path.reduce<unknown>((within, key) => Reflect.get(Object(within), key), rest)
    if (!Array.isArray(target)) continue
    const batchSchema = z.unknown().superRefine(refuseUnfit).pipe(z.array(item))
    for (let at = 0; at < items.length; at += itemsAtOnce) {
      for (const each of validateBatch(batchSchema, items.slice(at, at + itemsAtOnce), path, at)) target.push(each)
      yield
    }
  }
  return rest
}

/** Validates some items; errors name their places in the document. */
function validateBatch<T>(schema: z.ZodType<T>, items: readonly unknown[], path: readonly string[], first: number): T {
  try {
    return validate(schema, items)
  } catch (error) {
    const fields = error instanceof ServiceError ? error.details.validationErrors : undefined
    if (fields === undefined) throw error
    const placed = Object.entries(fields).map(([field, messages]) => {
      const [index, ...within] = field.split(".")
      return [[...path, first + Number(index), ...within].join("."), messages] as const
    })
    throw invalid(Object.fromEntries(placed))
  }
}

/** A copy of a document in which the long lists that the schema knows are empty. */
function withoutLongLists(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[],
  lists: LongList[],
): unknown {
  const { def } = bare(schema)._zod
  if (Array.isArray(value)) {
    if (def.type !== "array" || def.checks !== undefined || value.length <= itemsAtOnce) return value
    lists.push({ path, items: value, schema: def.element })
    return []
  }
  if (typeof value !== "object" || value === null || (def.type !== "object" && def.type !== "record")) return value
  const fields = Object.entries(value).map(([key, field]) => {
    const inner = def.type === "record" ? def.valueType : def.shape[key]
    return [key, inner === undefined ? field : withoutLongLists(inner, field, [...path, key], lists)] as const
  })
  return Object.fromEntries(fields)
}

/** The schema of a value that is there, as it is after checks of the whole. */
function bare(schema: z.core.$ZodType): z.core.$ZodTypes {
  const schemaWithDef = schema as z.core.$ZodTypes
  const { def } = schemaWithDef._zod
  if (def.type === "optional" || def.type === "nullable") return bare(def.innerType)
  return def.type === "pipe" ? bare(def.out) : schemaWithDef
}
