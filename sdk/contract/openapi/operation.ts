import type { EndpointSpec } from "../core/endpoint.ts"
import { type NamedEndpoint, successStatuses } from "../core/endpoints.ts"
import { headerNames } from "../core/headers.ts"
import { limits } from "../core/limits.ts"
import { PageQuery } from "../core/shared.ts"
import { describeAuth } from "./credentials.ts"
import { docs } from "./docs.gen.ts"
import type { ErrorResponses } from "./errors.ts"
import { headerParametersOf, headerRefs } from "./headers.ts"
import type { JsonSchema } from "./json-schema.ts"
import type { Field, SchemaPool } from "./schemas.ts"
import type { Content, Operation, Parameter, Reference, ResponseObject } from "./types.ts"

/** One endpoint as an OpenAPI operation. */
export function operationOf(endpoint: NamedEndpoint, pool: SchemaPool, errors: ErrorResponses): Operation {
  const { group, verb, spec } = endpoint
  const parameters = [...headerParametersOf(spec), ...pathParameters(spec, pool), ...queryParameters(spec, pool)]
  const successes = successStatuses(spec).map((status, index) => [status, success(spec, status, index > 0, pool)])
  return {
    operationId: `${group}_${verb}`,
    summary: spec.summary,
    description: describeEndpoint(endpoint),
    tags: [group],
    "x-mas-reaches": spec.recipients,
    security: spec.auth.map((kind) => ({ [kind]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(spec.body && { requestBody: { required: !spec.bodyOptional, content: requestContent(spec, spec.body, pool) } }),
    responses: { ...Object.fromEntries(successes), ...errors.of(spec) },
  }
}

const idempotencyNotes = {
  required: `\`${headerNames.idempotencyKey}\` is required.`,
  optional: `\`${headerNames.idempotencyKey}\` makes it safe to repeat.`,
} as const
const onlyNotes = {
  admins: "Only for the owner and admins of the account.",
  owner: "Only for the owner of the account.",
  managers: "Only for manager accounts.",
  affiliates: "Only for accounts with the affiliate centre.",
} as const
const confirmNotes = {
  paid: "Costs money.",
  destructive: "Cannot be taken back.",
  rights: "Changes who may act for the account, or as whom.",
} as const

function describeEndpoint({ group, verb, spec }: NamedEndpoint): string {
  const notes = [
    docs[group]?.fields?.[verb],
    describeAuth(spec.auth),
    spec.only && onlyNotes[spec.only],
    spec.idempotency && idempotencyNotes[spec.idempotency],
    spec.paginated && `A page has ${spec.paginated.size} rows unless asked otherwise, at most ${limits.pageSizeMax}.`,
    spec.confirm && confirmNotes[spec.confirm],
    `Specification: ${spec.section}.`,
  ]
  return notes.filter(Boolean).join(" ")
}

function pathParameters(spec: EndpointSpec, pool: SchemaPool): Parameter[] {
  const fields = spec.params ? pool.fields(spec.params, "input") : []
  return fields.map((field) => ({ ...parameter("path", field, spec.example?.params), required: true }))
}

function queryParameters(spec: EndpointSpec, pool: SchemaPool): (Parameter | Reference)[] {
  const queryFields = spec.query ? pool.fields(spec.query, "input") : []
  const ofPages = spec.paginated ? pageParameters(pool, spec.paginated.size) : []
  const examples = spec.example?.query
  return [
    ...queryFields.map((field) => parameter("query", field, examples)),
    ...ofPages.map(({ field, shared }) =>
      shared === undefined || Object.hasOwn(examples ?? {}, field.name)
        ? parameter("query", field, examples)
        : { $ref: `#/components/parameters/${shared}` },
    ),
  ]
}

/** The paging parameters; all except the page size are shared components of all lists. */
function pageParameters(pool: SchemaPool, size?: number): { field: Field; shared: string | undefined }[] {
  const defaults: Record<string, number | undefined> = { page: 1, limit: size }
  return pool.fields(PageQuery, "input").map((field) => {
    const value = defaults[field.name]
    const shared =
      field.name === "limit" ? undefined : field.name.replace(/(?:^|_)(.)/g, (_, first) => first.toUpperCase())
    return { field: value === undefined ? field : { ...field, schema: { ...field.schema, default: value } }, shared }
  })
}

/** The parameters that lists have in common, for the document's components. */
export function sharedPageParameters(pool: SchemaPool): Record<string, Parameter> {
  const shared = pageParameters(pool).flatMap(({ field, shared: name }) =>
    name === undefined ? [] : [[name, parameter("query", field, undefined)]],
  )
  return Object.fromEntries(shared)
}

function parameter(
  location: "path" | "query",
  { name, required, schema }: Field,
  examples: object | undefined,
): Parameter {
  // Only fields of a body can be marked as write-only.
  const { description, writeOnly: _, ...rest } = schema
  const example = Object.entries(examples ?? {}).find(([key]) => key === name)?.[1]
  return {
    name,
    in: location,
    ...(description !== undefined && { description }),
    ...(required && { required }),
    schema: rest,
    ...(example !== undefined && { example }),
  }
}

function requestContent(spec: EndpointSpec, body: NonNullable<EndpointSpec["body"]>, pool: SchemaPool): Content {
  const media = {
    schema: pool.use(body, "input"),
    ...(spec.example?.body !== undefined && { example: spec.example.body }),
  }
  if (spec.upload !== "multipart") return { "application/json": media }
  const encoding = pool
    .fields(body, "input")
    .map(({ name, schema }) => [name, { contentType: partType(pool.resolve(schema)) }])
  return { "multipart/form-data": { ...media, encoding: Object.fromEntries(encoding) } }
}

/** The media type of one part of a multipart body. */
function partType(schema: JsonSchema): string {
  return schema.contentMediaType ?? (schema.type === "object" ? "application/json" : "text/plain")
}

const pageHeaders = [
  headerNames.totalCount,
  headerNames.totalPages,
  headerNames.pageNumber,
  headerNames.nextPage,
  headerNames.prevPage,
]

function success(spec: EndpointSpec, status: number, replay: boolean, pool: SchemaPool): ResponseObject {
  const headers = headerRefs(
    ...(spec.paginated ? pageHeaders : []),
    ...(spec.issues ? [headerNames.authorization] : []),
    ...(spec.download ? [headerNames.contentDisposition] : []),
  )
  const content = successContent(spec, pool)
  return {
    description: replay ? "The effect was there already; nothing new was made." : describeSuccess(spec, status),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(content && { content }),
  }
}

function describeSuccess(spec: EndpointSpec, status: number): string {
  if (status === 204) return "Done; there is no body."
  if (status === 201) return "Created."
  if (status === 202) return "Accepted; the work goes on."
  if (spec.download) return "The file's bytes, with its own Content-Type."
  return spec.paginated ? "One page of the list." : "Done."
}

function successContent(spec: EndpointSpec, pool: SchemaPool): Content | undefined {
  // A file can have any type. Python generators omit the response if they know none of the listed types.
  const bytes: Content[string] = { schema: { type: "string", format: "binary" } }
  if (spec.download) return { "application/octet-stream": bytes, "*/*": bytes }
  if (!spec.response) return undefined
  const schema = pool.use(spec.response, "output")
  return { "application/json": { schema: spec.paginated ? { type: "array", items: schema } : schema } }
}
