const inspectCustom = Symbol.for("nodejs.util.inspect.custom")

type Inspect = (value: unknown, options: object) => string

/** Lines of one error, so that Node's own around it make 25. */
const mostLines = 18

/** True for what is printed in a few lines of an error that nobody caught: of those Node itself prints the fields. */
export const isShort = (fields: object): boolean =>
  Object.keys(fields).length < 4 && JSON.stringify(fields).length < 200

/** Has Node print the errors of a class in few lines: the stack, and the fields that it does not say. */
export function printShort({ prototype }: { readonly prototype: Error & { toJSON(): Record<string, unknown> } }): void {
  const print = function (this: typeof prototype, _depth: number, options: object, inspect?: Inspect) {
    // What is left out is too long to be printed, or said by the stack.
    const { name, message, detail, disposition, recoveryAction, capacityRecovery, lastState, issues, ...fields } =
      this.toJSON()
    const { validationErrors } = fields
    if (validationErrors) fields.validationErrors = Object.fromEntries(Object.entries(validationErrors).slice(0, 5))
    const shown = { ...options, depth: 2, compact: 9, breakLength: 120 }
    const lines = (inspect ? inspect(fields, shown) : JSON.stringify(fields)).split("\n")
    const room = Math.max(1, mostLines - String(this.stack).split("\n").length)
    const more = lines.length > room ? "\n  …" : ""
    return `${this.stack} ${lines.slice(0, room).join("\n")}${more}`
  }
  Object.defineProperty(prototype, inspectCustom, { value: print })
}
