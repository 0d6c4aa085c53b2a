import type { ErrorObject, ValidateFunction } from "ajv"
import { Ajv2020 } from "ajv/dist/2020.js"
import { codesOf } from "../../scripts/generate/reference/errors.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { openapiDocument } from "../../sdk/contract/openapi/document.ts"
import type { JsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import type { Content, Header, Operation, Reference, ResponseObject } from "../../sdk/contract/openapi/types.ts"
import { addFormats } from "./formats.ts"

/** A response as received. */
export interface SeenAnswer {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const root = "openapi"

function build() {
  const document = sealed(openapiDocument())
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema(document, root)
  /** Paths as patterns, those without parameters first. */
  const patterns = Object.keys(document.paths)
    .sort((a, b) => a.split("{").length - b.split("{").length)
    .map((path) => [path, new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`)] as const)
  return { document, ajv, patterns }
}

let built: ReturnType<typeof build> | undefined

/** The document and its validator, created lazily: every test file loads this module, but many get no responses. */
function checker() {
  built ??= build()
  return built
}

/** Not declared by operations, because it belongs to the path. */
const methodNotAllowed = 405

/**
 * The complaints of an independent validator about a response, by the OpenAPI document: an undeclared status, a missing
 * or wrong header, an invalid body. The document allows additional fields; here unknown fields are wrong. `anyStatus`
 * is for responses of injected faults.
 */
export function complaints(response: SeenAnswer, { anyStatus = false } = {}): string[] {
  const path = response.path.split("?", 1)[0] ?? ""
  if (!path.startsWith("/v1/")) return []
  const { document, patterns } = checker()
  const template = patterns.find(([, pattern]) => pattern.test(path))?.[0]
  const operation = template === undefined ? undefined : document.paths[template]?.[response.method.toLowerCase()]
  if (operation === undefined)
    return response.status >= 400 ? againstAnswer(response, anyError()) : ["is of no operation"]
  const declared = operation.responses[response.status]
  if (declared === undefined && !anyStatus && response.status !== methodNotAllowed) {
    return [`${operation.operationId} does not declare ${response.status}: ${response.text}`]
  }
  const mismatches = againstAnswer(response, answerAt(operation, declared === undefined ? "default" : response.status))
  return anyStatus || declared === undefined || mismatches.length > 0 ? mismatches : againstCode(response, operation)
}

/** The reference lists the codes for each status. */
function againstCode({ status, text }: SeenAnswer, { operationId }: Operation): string[] {
  if (status < 400) return []
  const { error_code: code } = JSON.parse(text)
  const { name, spec } = listEndpoints(contract).find(({ group, verb }) => `${group}_${verb}` === operationId) ?? {}
  if (code === undefined || name === undefined || spec === undefined) return []
  const [, codes = []] = codesOf(name, spec).find(([declaredStatus]) => declaredStatus === status) ?? []
  return codes.includes(code) ? [] : [`${name} is not documented to answer ${status} ${code}`]
}

function anyError(): ResponseObject {
  return follow<ResponseObject>({ $ref: "#/components/responses/AnyError" })
}

function answerAt(operation: Operation, status: number | string): ResponseObject {
  const declaredResponse = operation.responses[status]
  if (declaredResponse === undefined) throw new Error(`${operation.operationId} has no ${status}`)
  return follow(declaredResponse)
}

function againstAnswer(response: SeenAnswer, declaredResponse: ResponseObject): string[] {
  const headers = Object.entries(declaredResponse.headers ?? {}).flatMap(([name, header]) =>
    againstHeader(name, response.headers.get(name), follow(header)),
  )
  return [...headers, ...againstContent(response, declaredResponse.content)]
}

function againstHeader(name: string, value: string | null, { required = false, schema }: Header): string[] {
  if (value === null) return required ? [`lacks the header ${name}`] : []
  const parsed = schema.type === "integer" ? Number(value) : value
  return problems(validatorOf(schema), parsed).map((problem) => `header ${name} ${problem}`)
}

function againstContent({ headers, text }: SeenAnswer, content: Content | undefined): string[] {
  if (content === undefined) return text === "" ? [] : [`has a body where none is declared: ${text}`]
  const json = content["application/json"]
  if (json === undefined) return []
  const type = headers.get("content-type") ?? ""
  if (!type.startsWith("application/json")) return [`has the content type ${type}`]
  return problems(validatorOf(json.schema), JSON.parse(text))
}

const validators = new Map<string, ValidateFunction>()

function validatorOf(schema: JsonSchema): ValidateFunction {
  const key = JSON.stringify(schema)
  let validator = validators.get(key)
  if (validator === undefined) {
    validator = checker().ajv.compile(JSON.parse(key.replaceAll('"$ref":"#/', `"$ref":"${root}#/`)))
    validators.set(key, validator)
  }
  return validator
}

function problems(validator: ValidateFunction, value: unknown): string[] {
  if (validator(value)) return []
  return (validator.errors ?? []).map(
    ({ instancePath, message, params }: ErrorObject) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** Resolves a reference. */
function follow<T extends object>(value: T | Reference): T {
  if (!("$ref" in value)) return value
  const parts = value.$ref.split("/").slice(1)
  return parts.reduce<unknown>((at, part) => Reflect.get(Object(at), part), checker().document) as T
}

/** A copy in which objects refuse undeclared fields, unless their fields are chosen by the caller. */
function sealed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, part) => {
    const isOpen = !isEmpty(part?.properties ?? {}) && isEmpty(part.additionalProperties)
    return isOpen ? { ...part, additionalProperties: false } : part
  })
}

function isEmpty(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Object.keys(schema).length === 0
}
