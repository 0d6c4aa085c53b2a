import type { Use, Variable } from "./variable.ts"

/** A type of values that are printed, compared or used in arithmetic. */
export type ScalarKind = "string" | "number" | "boolean" | "Date"

/** The type of values that a template accepts. */
export type DataShape =
  | {
      /** Unknown: any value is accepted. */
      readonly kind: "any"
    }
  | {
      /** A value of one of these types. */
      readonly kind: "scalar"
      readonly types: readonly ScalarKind[]
    }
  | {
      /** A list, or a value used like one that may also be a text. */
      readonly kind: "list"
      readonly of: DataShape
      readonly orText?: true
    }
  | {
      /** An object whose keys are only known at send time. */
      readonly kind: "map"
      readonly of: DataShape
    }
  | {
      /** An object with these fields. */
      readonly kind: "object"
      readonly fields: readonly ShapeField[]
    }

export interface ShapeField {
  readonly name: string
  readonly shape: DataShape
  /** True when the template handles its absence. */
  readonly isOptional: boolean
}

const any: DataShape = { kind: "any" }

/** Properties that lists also have. */
const ofLists: ReadonlySet<string> = new Set(["first", "last", "size"])

export function shapeOf(variable: Variable): DataShape {
  const pairs = pairsOf(variable)
  if (pairs) return { kind: "map", of: shapeOf(pairs) }
  if (variable.element || variable.numbered.size > 0 || variable.uses.has("list")) return listOf(variable)
  if (variable.fields.size > 0) {
    const fields = [...variable.fields].map(([name, field]) => ({
      name,
      shape: shapeOf(field),
      isOptional: !field.isNeeded,
    }))
    return { kind: "object", fields }
  }
  if (variable.keyed) return { kind: "map", of: shapeOf(variable.keyed) }
  return scalarOf(variable.uses)
}

/** The values, when a loop over an object uses pairs: `pair[0]` and `pair[1]`. */
function pairsOf({ element }: Variable): Variable | undefined {
  if (element === undefined || element.element || element.fields.size > 0) return undefined
  const indexes = [...element.numbered.keys()]
  return indexes.length > 0 && indexes.every((index) => index === 0 || index === 1) ? element.at(1) : undefined
}

function listOf(variable: Variable): DataShape {
  const element = variable.anyElement()
  for (const numbered of variable.numbered.values()) element.absorb(numbered)
  for (const name of ["first", "last"]) {
    const end = variable.fields.get(name)
    if (end) element.absorb(end)
  }
  return { kind: "list", of: shapeOf(element) }
}

const types: Readonly<Record<Exclude<Use, "list" | "sized" | "anything">, readonly ScalarKind[]>> = {
  text: ["string", "number"],
  string: ["string"],
  number: ["number"],
  boolean: ["boolean"],
  date: ["string", "number", "Date"],
}

/** The types that fit all uses, or any use when none fits all. */
function scalarOf(uses: ReadonlySet<Use>): DataShape {
  const fields = [...uses].flatMap((use) =>
    use === "list" || use === "sized" || use === "anything" ? [] : [types[use]],
  )
  if (fields.length === 0) return uses.has("sized") ? { kind: "list", of: any, orText: true } : any
  const every = (["string", "number", "boolean", "Date"] as const).filter((type) => fields.flat().includes(type))
  const common = every.filter((type) => fields.every((fitting) => fitting.includes(type)))
  const fitting = uses.has("sized") && common.includes("string") ? (["string"] as const) : common
  return { kind: "scalar", types: fitting.length > 0 ? fitting : every }
}

/** Narrows the shape by the samples' values. */
export function narrow(shape: DataShape, samples: readonly unknown[]): DataShape {
  const samplesGiven = samples.filter((sample) => sample !== undefined && sample !== null)
  if (samplesGiven.length === 0) return shape
  switch (shape.kind) {
    case "scalar": {
      const seenTypes = shape.types.filter((type) => samplesGiven.some((sample) => typeof sample === type))
      const isText = seenTypes.includes("string")
      return seenTypes.length === 0
        ? shape
        : { ...shape, types: shape.types.filter((type) => seenTypes.includes(type) || (isText && type === "Date")) }
    }
    case "list":
      if (shape.orText && samplesGiven.every((sample) => typeof sample === "string"))
        return { kind: "scalar", types: ["string"] }
      if (!samplesGiven.every((sample) => Array.isArray(sample))) return shape
      return { kind: "list", of: narrow(shape.of, samplesGiven.flat()) }
    case "map":
      return {
        ...shape,
        of: narrow(
          shape.of,
          samplesGiven.flatMap((sample) => Object.values(Object(sample))),
        ),
      }
    case "object":
      return narrowObject(shape, samplesGiven)
    default:
      return fromSamples(samplesGiven)
  }
}

function narrowObject(shape: DataShape & { readonly kind: "object" }, values: readonly unknown[]): DataShape {
  const { fields } = shape
  if (values.every((sample) => Array.isArray(sample)) && fields.every(({ name }) => ofLists.has(name))) {
    const end = fields.find(({ name }) => name !== "size")
    return { kind: "list", of: narrow(end?.shape ?? any, values.flat()) }
  }
  return {
    kind: "object",
    fields: fields.map((field) => ({
      ...field,
      shape: narrow(
        field.shape,
        values.map((sample) =>
          Object.hasOwn(Object(sample), field.name) ? Reflect.get(Object(sample), field.name) : null,
        ),
      ),
    })),
  }
}

/** The type of a value that is only tested, taken from the samples. */
function fromSamples(values: readonly unknown[]): DataShape {
  const scalars = (["string", "number", "boolean"] as const).filter((type) =>
    values.some((sample) => typeof sample === type),
  )
  return values.every((sample) => typeof sample !== "object") && scalars.length > 0
    ? { kind: "scalar", types: scalars }
    : any
}
