import { CliError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"
import type { Flag, Positional, Value } from "./command/spec.ts"

/** Collects refused values, to report all of them at once. */
export class RefusedValues {
  readonly #fields: Record<string, readonly string[]> = {}
  readonly #messages: string[] = []

  /** Records the problem of a value; `label` is its name as typed. */
  add(rules: Flag | Positional, label: string, problem: string, value: Value): void {
    const isRepeated = !rules.contract && !rules.secret && (typeof value === "string" || typeof value === "number")
    const field = "at" in rules && rules.at ? rules.at.slice(1).join(".") : rules.name.replaceAll("-", "_")
    const message = `${label} ${problem}`
    this.addField(field, problem, isRepeated ? `${message}, not ${JSON.stringify(value)}` : message)
  }

  addField(field: string, problem: string, message = `${field} ${problem}`): void {
    this.#fields[field] = [problem]
    this.#messages.push(message)
  }

  /** Throws a CliError (exit code 6) when a value was refused. `sends` is false for a command that never sends. */
  raise(sends = true): void {
    if (this.#messages.length === 0) return
    throw new CliError(this.#messages.join("; "), exitCodes.validation, {
      hint: sends ? "Nothing was sent." : undefined,
      validationErrors: this.#fields,
    })
  }
}
