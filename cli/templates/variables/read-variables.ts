import {
  AssignTag,
  CaptureTag,
  CaseTag,
  Value as FilteredValue,
  ForTag,
  IfTag,
  IncludeTag,
  Output,
  RenderTag,
  TablerowTag,
  type Template,
  type Token,
  TypeGuards,
  UnlessTag,
} from "liquidjs"
import { type Condition, need, noteComparison, readCondition, readToken, readValue, type Scope } from "./expressions.ts"
import { elementsOf, madeNumber, madeText, type Value, Variable } from "./variable.ts"

/** The names that a template's texts use. */
export interface Named {
  /** The caller's data. */
  readonly data: Variable
  /** The recipient's contact fields. */
  readonly contact: Variable
  /** Names that neither the caller nor the service provides: they stay empty. */
  readonly unknown: ReadonlySet<string>
}

/** Collects the names in parsed texts, each text separately. */
export function readVariables(texts: readonly (readonly Template[])[]): Named {
  const [data, contact, unknown] = [new Variable(), new Variable(), new Set<string>()]
  const sure: ReadonlySet<Variable> = new Set()
  const global = (name: string): Value => {
    if (name === "data") return { variables: [{ variable: data, sure }] }
    if (name === "contact") return { variables: [{ variable: contact, sure }] }
    if (name !== "") unknown.add(name)
    return madeText
  }
  for (const templates of texts) readAll(templates, { global, definitions: new Map(), sure })
  return { data, contact, unknown }
}

function readAll(templates: readonly Template[], scope: Scope): void {
  for (const template of templates) read(template, scope)
}

function read(template: Template, scope: Scope): void {
  if (template instanceof Output) need(readValue(template.value, scope), "text", scope)
  else if (template instanceof AssignTag) readAssign(template, scope)
  else if (template instanceof CaptureTag) readCapture(template, scope)
  else if (template instanceof IfTag || template instanceof UnlessTag) readIf(template, scope)
  else if (template instanceof CaseTag) readCase(template, scope)
  else if (template instanceof ForTag) readLoop(template, template.hash.hash, template.elseTemplates, scope)
  else if (template instanceof TablerowTag) readLoop(template, template.args.hash, [], scope)
  else if (template instanceof RenderTag || template instanceof IncludeTag)
    throw new TypeError(`{% ${template.name} %} is not supported by the service: inline the partial first`)
  else readOther(template, scope)
}

function readCapture({ templates, variable }: CaptureTag, scope: Scope): void {
  readAll(templates, scope)
  scope.definitions.set(variable, madeText)
}

function readAssign(tag: AssignTag, scope: Scope): void {
  const [value] = tag.arguments()
  const read = value instanceof FilteredValue ? readValue(value, scope) : readToken(value, scope)
  // Variables that were present at the assignment are present here too.
  const variables = read.variables.map(({ variable, sure }) => ({ variable, sure: new Set([...sure, ...scope.sure]) }))
  for (const name of namesOf(tag.localScope())) scope.definitions.set(name, { ...read, variables })
}

const namesOf = (names: Iterable<string | { readonly content: string }>) =>
  [...names].map((name) => (typeof name === "string" ? name : name.content))

function readIf(tag: IfTag | UnlessTag, scope: Scope): void {
  const branches = new Branches(scope)
  const before: Variable[] = []
  for (const [index, { value, templates }] of tag.branches.entries()) {
    const condition = readCondition(value, { ...scope, sure: new Set([...scope.sure, ...before]) })
    const { whenTrue, whenFalse } = tag instanceof UnlessTag && index === 0 ? opposite(condition) : condition
    branches.read(templates, [...before, ...whenTrue])
    before.push(...whenFalse)
  }
  branches.read(tag.elseTemplates ?? [], before)
  branches.join()
}

const opposite = ({ whenTrue, whenFalse }: Condition): Condition => ({ whenTrue: whenFalse, whenFalse: whenTrue })

function readCase({ value, branches: caseBranches, elseTemplates }: CaseTag, scope: Scope): void {
  const branches = new Branches(scope)
  const subject = readValue(value, scope)
  const there = subject.variables.map(({ variable }) => variable)
  for (const { values, templates } of caseBranches) {
    const literals = values.map((each) => readToken(each, scope))
    for (const literal of literals) noteComparison("==", subject, literal)
    branches.read(templates, literals.some(({ literal }) => literal === null) ? [] : there)
  }
  branches.read(elseTemplates, [])
  branches.join()
}

function readLoop(
  { variable, collection, templates }: ForTag | TablerowTag,
  options: Readonly<Record<string, Token | undefined>>,
  elseTemplates: readonly Template[],
  scope: Scope,
): void {
  const list = readToken(collection, scope)
  const hasElse = elseTemplates.length > 0
  const variables = list.variables.map(({ variable }) => variable)
  // A loop with an `else` branch does not require elements.
  need(list, "list", hasElse ? { ...scope, sure: new Set([...scope.sure, ...variables]) } : scope)
  for (const option of Object.values(options)) need(readToken(option, scope), "number", scope)
  const branches = new Branches(scope)
  const isRange = TypeGuards.isRangeToken(collection)
  const names = [
    [variable, isRange ? madeNumber : { variables: elementsOf(list) }],
    ["forloop", madeNumber],
    ["tablerowloop", madeNumber],
  ] as const
  branches.read(templates, variables, names)
  branches.read(elseTemplates, [])
  branches.join()
}

/** Any other tag: its arguments are printed or used as numbers; its content is read in order. */
function readOther(template: Template, scope: Scope): void {
  for (const argument of template.arguments?.() ?? []) {
    need(argument instanceof FilteredValue ? readValue(argument, scope) : readToken(argument, scope), "text", scope)
  }
  for (const name of namesOf(template.localScope?.() ?? [])) scope.definitions.set(name, madeNumber)
  if (template.children) readAll(childrenOf(template.children(false, true)), scope)
}

/** The result of a liquidjs generator that awaits nothing. */
function childrenOf(children: Generator<unknown, Template[]>): readonly Template[] {
  let step = children.next()
  while (!step.done) step = children.next(step.value)
  return step.value
}

/** Branches of which one is rendered: afterwards, a name can have its final value from any of them. */
class Branches {
  readonly #ends: (readonly [string, Value])[] = []

  constructor(private readonly scope: Scope) {}

  read(
    templates: readonly Template[],
    sure: readonly Variable[],
    names: readonly (readonly [string, Value])[] = [],
  ): void {
    const definitions = new Map([...this.scope.definitions, ...names])
    readAll(templates, { ...this.scope, definitions, sure: new Set([...this.scope.sure, ...sure]) })
    const blockNames = new Set(names.map(([name]) => name))
    this.#ends.push(...[...definitions].filter(([name]) => !blockNames.has(name)))
  }

  join(): void {
    const { definitions } = this.scope
    const joined = new Map<string, Value>()
    for (const [name, value] of this.#ends) {
      const other = joined.get(name)
      joined.set(name, other === undefined || other === value ? value : either(other, value))
    }
    for (const [name, value] of joined) definitions.set(name, value)
  }
}

function either(one: Value, other: Value): Value {
  return {
    variables: [...one.variables, ...other.variables],
    ...((one.elements || other.elements) && { elements: [...elementsOf(one), ...elementsOf(other)] }),
    ...(one.isNumber && other.isNumber && { isNumber: true }),
  }
}
