import { boolean, file, text } from "../../../cli/line/command/flags.ts"
import type { CommandGroup, CommandSpec, EndpointFacts, Flag } from "../../../cli/line/command/spec.ts"
import { extensions } from "../../../cli/specs/endpoint-extensions.ts"
import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import { listEndpoints, type NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { PageQuery } from "../../../sdk/contract/core/shared.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { docs } from "../../../sdk/contract/openapi/docs.gen.ts"
import { modelName } from "../../../sdk/contract/openapi/models.ts"
import { listColumns, recordColumns } from "./columns.ts"
import { exampleOf } from "./examples.ts"
import { flagsOf, pathParameters, rulesOf } from "./flags.ts"
import { isRecord, readSchema, typeOf } from "./schema.ts"
import { toolGroups } from "./tool-groups.ts"

let groups: readonly CommandGroup[] | undefined

/** The groups of commands in display order: hand-written ones first, then the contract's. Created once. */
export function commandGroups(): readonly CommandGroup[] {
  groups ??= makeGroups()
  return groups
}

function makeGroups(): CommandGroup[] {
  const all = toolGroups.map((group) => ({ ...group, commands: group.commands.map(withRows) }))
  const own = new Map(all.map((group) => [group.name, group]))
  const fromContract = Object.keys(contract).map((key): CommandGroup => {
    const name = kebabCase(key)
    const endpoints = listEndpoints(contract).filter(({ group }) => group === key)
    const commands = [...endpoints.map(commandOf), ...(own.get(name)?.commands ?? [])]
    const headings = own.get(name)?.headings
    return { name, about: firstSentence(docs[key]?.about ?? ""), commands, ...(headings && { headings }) }
  })
  const shared = new Set(fromContract.map(({ name }) => name))
  return [...all.filter(({ name }) => !shared.has(name)), ...fromContract]
}

function commandOf(named: NamedEndpoint): CommandSpec {
  const { name, spec } = named
  const extension = extensions[name] ?? {}
  const queryFlags = spec.query ? flagsOf(readSchema(spec.query, "input"), "query").map(filled) : []
  const ownFlags = [...queryFlags, ...bodyFlags(named)]
  const command: CommandSpec = {
    name,
    words: [kebabCase(named.group), kebabCase(named.verb)],
    summary: spec.summary,
    ...descriptionOf(named, extension.description, ownFlags),
    section: spec.section,
    positionals: pathParameters(spec),
    flags: [
      ...ownFlags.map((flag) => ({ ...flag, ...prose(flag, ownFlags) })),
      ...moreFlags(named),
      ...(extension.flags ?? []),
    ],
    endpoint: factsOf(named),
    ...(spec.confirm ? { confirm: spec.confirm } : {}),
  }
  return { ...command, examples: [exampleOf(command, spec), ...(extension.examples ?? [])] }
}

/** Adds the flags of a list command to a command that prints its rows, except flags replaced by an argument. */
function withRows(command: CommandSpec): CommandSpec {
  const named = listEndpoints(contract).find(({ name }) => name === command.like)
  if (!named) return command
  const { flags, endpoint } = commandOf(named)
  const { paginated, fields, columns } = endpoint ?? factsOf(named)
  const isArgument = ({ name }: Flag) => command.positionals.some((one) => name === `${one.name}-id`)
  return {
    ...command,
    flags: [...command.flags, ...flags.filter((flag) => !isArgument(flag))],
    rows: { fields, ...(paginated ? { paginated } : {}), ...(columns ? { columns } : {}) },
  }
}

function bodyFlags({ spec }: NamedEndpoint): Flag[] {
  if (!spec.body) return []
  const about = "The whole body as JSON text, @file, or - for stdin. Other flags take precedence over its fields."
  const input = text("input", about, { placeholder: "json|@file|-" })
  return [...flagsOf(readSchema(spec.body, "input"), "body").map(withFile), input]
}

/** Fields with long text. */
const letters = new Set(["html", "body", "text", "subject", "preheader"])

/** An empty text, such as that of an empty variable, would filter nothing: every row would look like a match. */
const filled = (flag: Flag): Flag =>
  flag.type === "string" && !flag.choices && !flag.format ? { minLength: 1, ...flag } : flag

/** Values that are too long to type can come from a file: long text, JSON, and lists of text. */
function withFile(flag: Flag): Flag {
  const { type, at, array, choices, format, secret } = flag
  const isLetter = letters.has(at?.at(-1) ?? "") || array !== undefined
  const isLong = type === "json" || type === "map" || (type === "string" && isLetter && !choices && !format && !secret)
  return isLong ? { ...flag, fromFile: true } : flag
}

function moreFlags({ spec }: NamedEndpoint): Flag[] {
  const target = "File or folder to write to; - for stdout. Its own name in this folder when left out."
  if (spec.download) return [file("to", target, { placeholder: "path|-" })]
  const isRequired = spec.idempotency === "required"
  const about = isRequired
    ? "A key of your own: the same key with the same request has one effect, however often it is sent."
    : "The same key with the same request has one effect. One is made up for this call when it is left out."
  const key = text("idempotency-key", about, {
    ...(isRequired && { required: true }),
    placeholder: "key",
    minLength: 1,
    maxLength: limits.idempotencyKeyLength,
    contract: true,
  })
  const keys = spec.idempotency ? [key] : []
  if (!spec.paginated) return keys
  return [
    ...keys,
    { name: "page", ...pageRules("page"), description: "Which page, from 1.", at: ["query", "page"] },
    { name: "limit", ...pageRules("limit"), description: `Rows at most; ${spec.paginated.size} when left out.` },
    boolean("all", "All pages, printed as they arrive."),
  ]
}

function pageRules(name: keyof PageQuery) {
  const reader = readSchema(PageQuery, "input")
  return rulesOf(reader.resolve(reader.root.properties?.[name]), reader)
}

function descriptionOf(
  { spec }: NamedEndpoint,
  more: readonly string[] = [],
  flags: readonly Flag[],
): Pick<CommandSpec, "description"> {
  const model = spec.body ? modelName(spec.body) : undefined
  const about = model ? docs[model]?.about : undefined
  const said = about && /\.\s+\S/.test(withoutSpec(about)) ? [withFlags(withoutSpec(about), flags)] : []
  const description = [...said, ...more]
  return description.length > 0 ? { description } : {}
}

const prose = ({ description }: Flag, flags: readonly Flag[]) =>
  description === undefined ? {} : { description: withFlags(withoutSpec(description), flags) }
const withoutSpec = (text: string) => text.replace(/\s*Spec: [^.]+\.$/, "")
const firstSentence = (text: string) => withoutSpec(text).replace(/(\.)\s.*$/, "$1")

/** Replaces field names in backticks with the flags that set them. */
function withFlags(text: string, flags: readonly Flag[]): string {
  return text.replaceAll(/ \(`[a-z]+[A-Z]\w*`\)/g, "").replaceAll(/`([a-z_]+)`/g, (whole, field: string) => {
    const flag = flags.find(({ at, name }) => at?.at(-1) === field || name === kebabCase(field))
    return flag && !flags.some(({ choices }) => choices?.includes(field)) ? `--${flag.name}` : whole.slice(1, -1)
  })
}

function factsOf({ name, spec }: NamedEndpoint): EndpointFacts {
  const columns = listColumns[name] ?? recordColumns[name]
  return {
    method: spec.method,
    path: spec.path,
    ...(spec.body ? { body: spec.bodyOptional ? "optional" : "required", bodyFields: bodyFields(spec.body) } : {}),
    ...(spec.paginated ? { paginated: spec.paginated.size } : {}),
    ...(spec.idempotency ? { idempotency: spec.idempotency } : {}),
    ...(spec.feeds ? { feeds: spec.feeds } : {}),
    ...(spec.upload ? { upload: true } : {}),
    ...(spec.download ? { download: true } : {}),
    ...(spec.auth.length === 0 ? { auth: false } : {}),
    credentials: spec.auth,
    fields: fieldsOf(readerOf(spec.response)),
    ...(columns ? { columns } : {}),
  }
}

const readerOf = (response: NamedEndpoint["spec"]["response"]) => response && readSchema(response, "output")

const bodyFields = (body: NonNullable<NamedEndpoint["spec"]["body"]>) =>
  Object.keys(readSchema(body, "input").root.properties ?? {})

/** The top-level fields; those of a nested object without further nesting by their dotted names. */
function fieldsOf(reader: ReturnType<typeof readSchema> | null): string[] {
  if (!reader) return []
  return Object.entries(reader.root.properties ?? {}).flatMap(([name, property]) => {
    const schema = reader.resolve(property)
    if (!isRecord(schema)) return [name]
    const inner = Object.entries(schema.properties ?? {})
    const isFlat = inner.every(([, value]) => !["object", "array"].includes(typeOf(reader.resolve(value)) ?? ""))
    return isFlat ? inner.map(([key]) => `${name}.${key}`) : [name]
  })
}
