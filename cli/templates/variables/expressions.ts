import { type Filter, type Value as FilteredValue, type Token, TypeGuards } from "liquidjs"
import { fieldFilters, filterRules, printsElements } from "./filters.ts"
import { elementsOf, madeNumber, madeText, type Seen, type Use, type Value, type Variable } from "./variable.ts"

/** The meaning of names at some point of a template. */
export interface Scope {
  /** The value of a name that the template does not assign. */
  global(name: string): Value
  /** The values that the template has assigned so far, by name. */
  readonly definitions: Map<string, Value>
  /** Variables known to be present at this point. */
  readonly sure: ReadonlySet<Variable>
}

/** A value with filters, in an output, a tag or parentheses. */
type Filtered = Pick<FilteredValue, "initial"> & {
  readonly filters: readonly Pick<Filter, "name" | "args">[]
}

/** The variables known to be present when a condition is true, and when it is false. */
export interface Condition {
  readonly whenTrue: readonly Variable[]
  readonly whenFalse: readonly Variable[]
}

type Operand = Condition & { readonly value: Value }

/** Records a use of a value that leaves a gap when it is missing. */
export function need({ variables }: Value, use: Use, { sure }: Scope): void {
  for (const operand of variables) operand.variable.need(use, new Set([...sure, ...operand.sure]))
}

/** Records a test of a value: it tells its type, but does not make it required. */
function note({ variables }: Value, use: Use): void {
  for (const { variable } of variables) variable.uses.add(use)
}

export function readValue({ initial, filters }: Filtered, scope: Scope): Value {
  let value = readExpression(initial.postfix, scope).value
  for (const filter of filters) value = readFilter(value, filter, scope)
  return value
}

/** Reads a condition, and returns the variables that are present when it holds. */
export const readCondition = (filtered: Filtered, scope: Scope): Condition =>
  filtered.filters.length === 0 ? readExpression(filtered.initial.postfix, scope) : tested(readValue(filtered, scope))

export function readToken(token: Token | undefined, scope: Scope): Value {
  if (TypeGuards.isPropertyAccessToken(token)) return readPath(token.variable, token.props, scope)
  if (TypeGuards.isRangeToken(token)) {
    for (const end of [token.lhs, token.rhs]) need(readToken(end, scope), "number", scope)
    return { variables: [], elements: [] }
  }
  if (TypeGuards.isFilteredValueToken(token)) return readValue(token, scope)
  if (TypeGuards.isQuotedToken(token)) return { variables: [], literal: token.content }
  if (TypeGuards.isNumberToken(token)) return { variables: [], literal: token.content, isNumber: true }
  if (TypeGuards.isLiteralToken(token))
    return {
      variables: [],
      literal: token.literal === "true" || token.literal === "false" ? token.literal === "true" : null,
    }
  return madeText
}

function readPath(start: Token | undefined, props: readonly Token[], scope: Scope): Value {
  if (start !== undefined)
    return props.reduce((value, prop) => readProperty(value, prop, scope), readToken(start, scope))
  const [first, ...rest] = props
  const name = TypeGuards.isWordToken(first) || TypeGuards.isQuotedToken(first) ? first.content : ""
  const root = scope.definitions.get(name) ?? scope.global(name)
  return rest.reduce((value, prop) => readProperty(value, prop, scope), root)
}

function readProperty(value: Value, prop: Token, scope: Scope): Value {
  const through = (step: (variable: Variable) => Variable): Value => ({
    variables: value.variables.map(({ variable, sure }) => ({ variable: step(variable), sure })),
  })
  if (TypeGuards.isNumberToken(prop)) {
    if (value.elements) return { variables: value.elements }
    return through((variable) => variable.at(prop.content))
  }
  if (TypeGuards.isWordToken(prop) || TypeGuards.isQuotedToken(prop)) {
    const name = prop.content
    if (value.elements) return name === "first" || name === "last" ? { variables: value.elements } : madeNumber
    if (value.variables.length === 0) return value.isNumber ? madeNumber : madeText
    if (/^\d+$/.test(name)) return through((variable) => variable.at(Number(name)))
    return through((variable) => variable.field(name))
  }
  // The key is itself a value: `data.prices[item.sku]`, or `data.items[forloop.index0]`.
  const key = readToken(prop, scope)
  need(key, "text", scope)
  return through((variable) => (key.isNumber ? variable.anyElement() : variable.anyKey()))
}

function readFilter(value: Value, { name, args }: Pick<Filter, "name" | "args">, scope: Scope): Value {
  const operands = args.map((arg) => readToken(Array.isArray(arg) ? arg[1] : arg, scope))
  if (name === "default") return withDefault(value, operands[0])
  const { takes, gives } = filterRules.get(name) ?? { takes: "text", gives: "text" }
  for (const arg of operands) {
    if (name === "concat" || name === "push" || name === "unshift") note(arg, name === "concat" ? "list" : "anything")
    else need(arg, "text", scope)
  }
  if (takes !== "nothing" && value.elements === undefined) need(value, takes, scope)
  if (printsElements.has(name)) need({ variables: elementsOf(value) }, "text", scope)
  const [first] = operands
  const field = fieldFilters.has(name) && typeof first?.literal === "string" ? first.literal : undefined
  const fields: readonly Seen[] =
    field === undefined
      ? []
      : elementsOf(value).map(({ variable, sure }) => ({ variable: pathIn(variable, field), sure }))
  if (gives === "same") {
    if (takes === "nothing" && name !== "raw" && value.elements === undefined) note(value, "list")
    return name === "concat"
      ? { variables: [], elements: [...elementsOf(value), ...operands.flatMap(elementsOf)] }
      : value
  }
  if (gives === "element") return { variables: elementsOf(value) }
  if (gives === "field") return { variables: [], elements: fields }
  if (name === "sum") need({ variables: field === undefined ? elementsOf(value) : fields }, "text", scope)
  return gives === "number" ? madeNumber : madeText
}

/** `map: "address.city"` follows the path. */
const pathIn = (variable: Variable, path: string) => path.split(".").reduce((at, name) => at.field(name), variable)

/** The value if present, otherwise the other: it may be missing. */
function withDefault({ variables, ...value }: Value, other: Value | undefined): Value {
  const extended = variables.map(({ variable, sure }) => ({ variable, sure: new Set([...sure, variable]) }))
  return { ...value, variables: [...extended, ...(other?.variables ?? [])] }
}

const tested = (value: Value): Operand => ({
  value,
  whenTrue: value.variables.map(({ variable }) => variable),
  whenFalse: [],
})

/** Reads an expression; liquidjs gives it in postfix notation. */
function readExpression(postfix: readonly Token[], scope: Scope): Operand {
  const stack: Operand[] = []
  // The parser takes `a == ` too, where an operand is missing.
  const pop = () => stack.pop() ?? tested(madeText)
  for (const token of postfix) {
    if (!TypeGuards.isOperatorToken(token)) stack.push(tested(readToken(token, scope)))
    else if (token.operator === "not") stack.push(negated(pop()))
    else {
      const right = pop()
      stack.push(combined(token.operator, pop(), right))
    }
  }
  return pop()
}

const negated = ({ whenTrue, whenFalse }: Condition): Operand => ({
  value: madeText,
  whenTrue: whenFalse,
  whenFalse: whenTrue,
})

function combined(operator: string, left: Operand, right: Operand): Operand {
  const both = [...left.whenTrue, ...right.whenTrue]
  if (operator === "and") return { value: madeText, whenTrue: both, whenFalse: [] }
  // One of the two is present: a use of either allows the other to be missing.
  if (operator === "or") return { value: madeText, whenTrue: both, whenFalse: [...left.whenFalse, ...right.whenFalse] }
  noteComparison(operator, left.value, right.value)
  const isAbsence = [left, right].some(({ value: { literal } }) => literal === null || literal === false)
  const isThere = { value: madeText, whenTrue: both, whenFalse: [] }
  return (operator === "!=") === isAbsence ? isThere : negated(isThere)
}

export function noteComparison(operator: string, left: Value, right: Value): void {
  if (operator === "contains") {
    note(left, "sized")
    return
  }
  for (const [value, { literal, isNumber }] of [
    [left, right],
    [right, left],
  ] as const) {
    if (isNumber) note(value, "number")
    else if (typeof literal === "boolean") note(value, "boolean")
    // Lists can also be compared with an empty text.
    else if (literal === "") note(value, "sized")
    else if (typeof literal === "string") note(value, "string")
  }
}
