/** What a template does with a value, as far as that says which values will do. */
export type Use = "text" | "string" | "number" | "boolean" | "date" | "list" | "sized" | "anything"

/** A variable in the data of a template, such as `data.items[].price`, and what was seen of it. */
export class Variable {
  readonly parent: Variable | undefined
  readonly fields = new Map<string, Variable>()
  /** Elements that are named by their number. */
  readonly numbered = new Map<number, Variable>()
  readonly uses = new Set<Use>()
  /** True where the text has a gap without it. */
  isNeeded = false
  /** Any element of a list. */
  element: Variable | undefined
  /** What a key leads to that is only known on sending. */
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

  /** This variable and those around it. */
  upwards(): Variable[] {
    return [this, ...(this.parent?.upwards() ?? [])]
  }

  /** Whether this is the other variable, or around it: then it is there where the other is. */
  holds(other: Variable): boolean {
    return other.upwards().includes(this)
  }

  /** Notes a use that leaves a gap where the value is missing, unless one of `sure` is known to be there. */
  need(use: Use, sure: ReadonlySet<Variable>): void {
    this.uses.add(use)
    for (const variable of this.upwards()) {
      if (![...sure].some((each) => variable.holds(each))) variable.isNeeded = true
    }
  }

  /** Takes in what was seen of another variable. */
  absorb(other: Variable): void {
    for (const use of other.uses) this.uses.add(use)
    if (other.isNeeded) this.isNeeded = true
    for (const [name, field] of other.fields) this.field(name).absorb(field)
    for (const [index, element] of other.numbered) this.at(index).absorb(element)
    if (other.element) this.anyElement().absorb(other.element)
    if (other.keyed) this.anyKey().absorb(other.keyed)
  }
}

/** A variable that a name in the template stands for, and the variables that are there wherever the name is. */
export interface Seen {
  readonly variable: Variable
  readonly sure: ReadonlySet<Variable>
}

/** What a name or an expression stands for. A text that the template makes has no variables. */
export interface Value {
  readonly variables: readonly Seen[]
  /** Present where it is a list that a filter made. */
  readonly elements?: readonly Seen[]
  /** What a literal is. */
  readonly literal?: string | number | boolean | null
  readonly isNumber?: true
}

export const madeText: Value = { variables: [] }
export const madeNumber: Value = { variables: [], isNumber: true }

export const elementsOf = ({ variables, elements }: Value): readonly Seen[] =>
  elements ?? variables.map(({ variable, sure }) => ({ variable: variable.anyElement(), sure }))
