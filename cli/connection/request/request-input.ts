import { listProblem } from "../../line/check-value.ts"
import type { CommandSpec } from "../../line/command/spec.ts"
import { readJsonObject, type Sources } from "../../line/input/files.ts"
import type { Values } from "../../line/read-command.ts"
import { RefusedValues } from "../../line/refused-values.ts"
import { nearest } from "../../line/suggest.ts"
import { fieldOf } from "../../terminal/output/fields.ts"

export interface RequestParts {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly body: Record<string, unknown> | undefined
}

/**
 * The whole body from `--input`: `@file`, `-` or JSON text; undefined when absent.
 * @throws UsageError when it cannot be read; CliError (exit code 6) when it is not a JSON object.
 */
export async function readInput(
  { endpoint }: CommandSpec,
  flags: Values,
  sources: Sources,
): Promise<object | undefined> {
  const { input } = flags
  return typeof input === "string" && endpoint?.body ? readJsonObject(sources, input, "--input") : undefined
}

/** Rejects a whole body that violates the contract; flags were checked when they were read. */
export function checkInput(command: CommandSpec, data: object): void {
  const problems = new RefusedValues()
  const bodyFields = command.endpoint?.bodyFields ?? []
  for (const field of Object.keys(data)) {
    if (bodyFields.includes(field)) continue
    const near = nearest(field, bodyFields)
    problems.addField(field, `is not a field${near ? `; did you mean ${near}?` : ""}`)
  }
  for (const flag of command.flags) {
    if (flag.at?.[0] !== "body" || flag.format === "file") continue
    const field = flag.at.slice(1).join(".")
    const value = fieldOf(data, field)
    const problem = value === undefined ? undefined : listProblem(flag, value)
    if (problem !== undefined) problems.addField(field, problem)
  }
  problems.raise()
}

/** The request of a command line: flags override fields of the whole body. */
export function requestParts(
  command: CommandSpec,
  args: Values,
  flags: Values,
  data: object | undefined,
): RequestParts {
  const params = Object.fromEntries(command.positionals.map(({ name }) => [name.replaceAll("-", "_"), args[name]]))
  const target: { query: Record<string, unknown>; body: Record<string, unknown> } = {
    query: {},
    body: data ? structuredClone({ ...data }) : {},
  }
  let hasBody = data !== undefined
  for (const flag of command.flags) {
    const value = flags[flag.name]
    if (value === undefined || !flag.at) continue
    if (flag.at[0] === "body") hasBody = true
    setField(target, flag.at, value)
  }
  if (hasBody) addSent(command, target.body)
  // The flag takes precedence.
  if (flags["idempotency-key"] !== undefined) delete target.body.idempotency_key
  const body = hasBody || command.endpoint?.body === "required" ? target.body : undefined
  return { params, query: target.query, body }
}

/** Adds required fields that have only one possible value. */
export function addSent({ flags }: CommandSpec, body: Record<string, unknown>): void {
  for (const { isSent, at = [], default: value } of flags) {
    const [part, ...path] = at
    if (isSent && part === "body" && fieldOf(body, path.join(".")) === undefined) setField(body, path, value)
  }
}

/** Sets a value at its path, unless it is undefined. */
export function setField(target: object, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (value === undefined) return
  if (rest.length > 0) {
    const inner = { ...Object(Reflect.get(target, key)) }
    setField(inner, rest, value)
    Reflect.set(target, key, inner)
  } else Reflect.set(target, key, value)
}
