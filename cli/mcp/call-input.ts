import { fieldHint } from "../../sdk/contract/core/alternatives.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import { jsonFromText } from "../../sdk/contract/core/parse-text.ts"
import { addSent, type RequestParts } from "../connection/request/request-input.ts"
import type { CommandSpec } from "../line/command/spec.ts"
import type { CommandSchema } from "../line/command/tables.ts"
import { nearest } from "../line/suggest.ts"
import { CliError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"
import type { ToolInput } from "./tool.ts"

/** A field's value that must be an object: the object, or the JSON text that some clients send instead. */
export function objectIn(fields: ToolInput, name: string): ToolInput {
  const value = fields[name]
  if (value === undefined || value === null) return {}
  const read = typeof value === "string" ? jsonFromText(value) : value
  checkDepth({ [name]: read })
  if (typeof read === "object" && read !== null && !Array.isArray(read)) return { ...read }
  throw refusedFields({ [name]: ["must be an object"] })
}

/** Refuses what is nested too deeply to be written as JSON again. */
export function checkDepth(fields: ToolInput): void {
  for (const [name, value] of Object.entries(fields)) {
    let level = [value]
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > limits.jsonDepth)
        throw refusedFields({ [name]: [`is nested deeper than ${limits.jsonDepth} levels: send less deep data`] })
      level = level.flatMap((part) => (typeof part === "object" && part !== null ? Object.values(part) : []))
    }
  }
}

/** The same for a list of names; empty when absent. */
export function listIn(fields: ToolInput, name: string): string[] {
  const value = fields[name] ?? []
  const read = typeof value === "string" ? jsonFromText(value) : value
  if (Array.isArray(read)) return read.map(String)
  throw refusedFields({ [name]: ["must be a list"] })
}

export function textIn(fields: ToolInput, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === "string") return value
  throw refusedFields({ [name]: ["must be text"] })
}

export function booleanIn(fields: ToolInput, name: string): boolean {
  const value = fields[name] ?? false
  const read = typeof value === "string" ? jsonFromText(value) : value
  if (typeof read === "boolean") return read
  throw refusedFields({ [name]: ["must be true or false"] })
}

/** Rejects unknown field names, and reports missing ones. The service checks the values. */
export function checkNames(
  input: ToolInput,
  schema: CommandSchema["input"] = {},
  { forTerminal = [], command }: { readonly forTerminal?: readonly string[]; readonly command?: CommandSpec } = {},
): void {
  const allowedNames = Object.keys(schema.properties ?? {})
  const unknown = Object.keys(input).filter((name) => !allowedNames.includes(name))
  const missing = (schema.required ?? []).filter((name) => input[name] === undefined)
  const problems = [
    ...unknown.map((name): [string, string[]] => [
      name,
      [forTerminal.includes(name) ? "is for a terminal only" : instead(name, allowedNames, command)],
    ]),
    ...missing.map((name): [string, string[]] => [name, ["is missing"]]),
  ]
  if (problems.length > 0) throw refusedFields(Object.fromEntries(problems))
}

function instead(name: string, allowedNames: readonly string[], command: CommandSpec | undefined): string {
  const hint = command && fieldHint(command.name, name)
  if (hint !== undefined) return `is not a field: ${hint}`
  const near = nearest(name, allowedNames)
  if (near) return `is not a field; did you mean ${near}?`
  return allowedNames.length > 0
    ? `is not a field; there are ${allowedNames.join(", ")}`
    : "is not a field; there are none"
}

export function partsOf(command: CommandSpec, input: ToolInput): RequestParts {
  const { positionals, flags, endpoint } = command
  const params = new Set(positionals.map(({ name }) => name.replaceAll("-", "_")))
  const queryNames = flags.flatMap(({ at }) => (at?.[0] === "query" ? [at[1] ?? ""] : []))
  const query = new Set([...queryNames, ...(endpoint?.paginated ? ["limit"] : [])])
  const part = (belongs: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => belongs(name)))
  const body = part((name) => !params.has(name) && !query.has(name))
  const hasBody = endpoint?.body === "required" || Object.keys(body).length > 0
  if (hasBody) addSent(command, body)
  return {
    params: part((name) => params.has(name)),
    query: part((name) => query.has(name)),
    body: hasBody ? (endpoint?.upload ? withFile(body) : body) : undefined,
  }
}

/** A file is passed as text: a path would let a client read files it must not see. */
function withFile({ file, ...fields }: Record<string, unknown>): Record<string, unknown> {
  const content = textIn({ file: file ?? false }, "file")
  if (isPath(content ?? "")) {
    throw refusedFields(
      { file: ["is the content, not a path"] },
      "Nothing was sent. Read the file and give its text. One that you cannot read is imported by the user, in a terminal.",
    )
  }
  return { ...fields, file: { content, filename: "upload.csv" } }
}

/** A single line that looks like a path. Rows have line breaks; a header alone has commas or plain names. */
function isPath(content: string): boolean {
  const text = content.trim()
  if (/[\r\n]/.test(text)) return false
  if (/[/\\]/.test(text) && !/[,;\t]/.test(text)) return true
  return /^(@|~?[/\\]|\.{1,2}[/\\]|[a-z]:[/\\]|file:)|\.(csv|tsv|txt|json|xlsx?|ods|gz|zip)$/i.test(text)
}

/** Nothing is sent with wrong fields. */
export const refusedFields = (
  fields: Readonly<Record<string, readonly string[]>>,
  hint = "Nothing was sent. describe says what it takes.",
) =>
  new CliError(
    Object.entries(fields)
      .map(([name, problems]) => `${name} ${problems.join(", ")}`)
      .join("; "),
    exitCodes.validation,
    { hint, validationErrors: fields },
  )
