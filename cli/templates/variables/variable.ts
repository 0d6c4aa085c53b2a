/** A template's use of a value, as far as it restricts the type. */
export type Use = "text" | "string" | "number" | "boolean" | "date" | "list" | "sized" | "anything"

/** A variable in a template's data, such as `data.items[].price`, with its uses. */
export class Variable {
  readonly parent: Variable | undefined
  readonly fields = new Map<string, Variable>()
  /** Elements accessed by index. */
  readonly numbered = new Map<number, Variable>()
  readonly uses = new Set<Use>()
  /** True when the text has a gap without it. */
  isNeeded = false
  /** Any element of a list. */
  element: Variable | undefined
  /** The value behind a key that is only known at send time. */
  keyed: Variable | undefined

  constructor(parent?: Variable) {
    this.parent = parent
  }

  field(name: string): Variable {
    const field = this.fields.get(name) ?? new Variable(this)
    this.fields.set(name, field)
    return field
  }

  at(index: number): Variable {
    const element = this.numbered.get(index) ?? new Variable(this)
    this.numbered.set(index, element)
    return element
  }

  anyElement(): Variable {
    this.element ??= new Variable(this)
    return this.element
  }

  anyKey(): Variable {
    this.keyed ??= new Variable(this)
    return this.keyed
  }

  /** This variable and its ancestors. */
  upwards(): Variable[] {
    return [this, ...(this.parent?.upwards() ?? [])]
  }

  /** True when this is the other variable or an ancestor of it: then it is present where the other is. */
  holds(other: Variable): boolean {
    return other.upwards().includes(this)
  }

  /** Records a use that leaves a gap when the value is missing, unless one of `sure` is known to be present. */
  need(use: Use, sure: ReadonlySet<Variable>): void {
    this.uses.add(use)
    for (const variable of this.upwards()) {
      if (![...sure].some((each) => variable.holds(each))) variable.isNeeded = true
    }
  }

  /** Merges another variable's uses into this one. */
  absorb(other: Variable): void {
    for (const use of other.uses) this.uses.add(use)
    if (other.isNeeded) this.isNeeded = true
    for (const [name, field] of other.fields) this.field(name).absorb(field)
    for (const [index, element] of other.numbered) this.at(index).absorb(element)
    if (other.element) this.anyElement().absorb(other.element)
    if (other.keyed) this.anyKey().absorb(other.keyed)
  }
}

/** A variable that a name refers to, and the variables present wherever the name is. */
export interface Seen {
  readonly variable: Variable
  readonly sure: ReadonlySet<Variable>
}

/** The value of a name or an expression. A text that the template generates has no variables. */
export interface Value {
  readonly variables: readonly Seen[]
  /** The elements of a list that a filter created. */
  readonly elements?: readonly Seen[]
  /** The value of a literal. */
  readonly literal?: string | number | boolean | null
  readonly isNumber?: true
}

export const madeText: Value = { variables: [] }
export const madeNumber: Value = { variables: [], isNumber: true }

export const elementsOf = ({ variables, elements }: Value): readonly Seen[] =>
  elements ?? variables.map(({ variable, sure }) => ({ variable: variable.anyElement(), sure }))
