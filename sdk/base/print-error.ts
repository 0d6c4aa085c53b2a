const inspectCustom = Symbol.for("nodejs.util.inspect.custom")

type Inspect = (value: unknown, options: object) => string

/** Lines of one error, so that it fits into 25 lines with those that Node adds. */
const maxLines = 18

/** True for errors that are printed in a few lines when uncaught; Node prints their fields. */
export const isShort = (fields: object): boolean =>
  Object.keys(fields).length < 4 && JSON.stringify(fields).length < 200

/** Makes Node print errors of a class in few lines: the stack, and the fields that the stack does not contain. */
export function printShort({ prototype }: { readonly prototype: Error & { toJSON(): Record<string, unknown> } }): void {
  const print = function (this: typeof prototype, _depth: number, options: object, inspect?: Inspect) {
    // Omitted: fields that are too long to print, or that the stack contains.
    const { name, message, detail, disposition, recoveryAction, capacityRecovery, lastState, issues, ...fields } =
      this.toJSON()
    const { validationErrors } = fields
    if (validationErrors) fields.validationErrors = Object.fromEntries(Object.entries(validationErrors).slice(0, 5))
    const inspectOptions = { ...options, depth: 2, compact: 9, breakLength: 120 }
    const lines = (inspect ? inspect(fields, inspectOptions) : JSON.stringify(fields)).split("\n")
    const room = Math.max(1, maxLines - String(this.stack).split("\n").length)
    const more = lines.length > room ? "\n  …" : ""
    return `${this.stack} ${lines.slice(0, room).join("\n")}${more}`
  }
  Object.defineProperty(prototype, inspectCustom, { value: print })
}
