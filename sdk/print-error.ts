const inspectCustom = Symbol.for("nodejs.util.inspect.custom")

type Inspect = (value: unknown, options: object) => string

/** Has Node print the errors of a class in few lines: the stack, and the fields that it does not say. */
export function printShort(errors: Error & { toJSON(): Record<string, unknown> }): void {
  const print = function (this: typeof errors, _depth: number, options: object, inspect?: Inspect) {
    // What is left out is too long to be printed, or said by the stack.
    const { name, message, detail, recoveryAction, capacityRecovery, lastState, issues, ...fields } = this.toJSON()
    const { validationErrors } = fields
    if (validationErrors) fields.validationErrors = Object.fromEntries(Object.entries(validationErrors).slice(0, 5))
    const shown = { ...options, depth: 2, compact: 9, breakLength: 120 }
    return `${this.stack} ${inspect ? inspect(fields, shown) : JSON.stringify(fields)}`
  }
  Object.defineProperty(errors, inspectCustom, { value: print })
}
