import { createConfig, lintFromString } from "@redocly/openapi-core"
import { describe, expect, it } from "vitest"
import { parse, stringify } from "yaml"
import { errorStatuses, listEndpoints, successStatuses } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { webhookEventTypes } from "../../sdk/contract/models/webhook-event-types.ts"
import { openapiDocument } from "../../sdk/contract/openapi/document.ts"
import type { Operation } from "../../sdk/contract/openapi/types.ts"

const document = openapiDocument()
const endpoints = listEndpoints(contract)

/** The problems that an independent linter, at its strictest, reports. It validates the examples too. */
async function problemsOf(source: string) {
  const config = await createConfig({ extends: ["recommended-strict"] })
  const problems = await lintFromString({ source, absoluteRef: "openapi.yaml", config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

it("uses idn-email for every address, since a domain in any script is accepted", () => {
  const text = JSON.stringify(document)
  expect(text).toContain('"format":"idn-email"')
  expect(text).not.toContain('"format":"email"')
})

function operationOf(spec: { readonly path: string; readonly method: string }): Operation {
  const operation = document.paths[spec.path]?.[spec.method.toLowerCase()]
  if (!operation) throw new Error(`the document has no ${spec.method} ${spec.path}`)
  return operation
}

/** The parameters of an operation, with references resolved. */
function parametersOf(operation: Operation) {
  return (operation.parameters ?? []).map((parameter) => {
    if (!("$ref" in parameter)) return parameter
    const definition = document.components.parameters[parameter.$ref.replace("#/components/parameters/", "")]
    if (!definition) throw new Error(`nothing stands at ${parameter.$ref}`)
    return definition
  })
}

/** The response for a status, with its reference resolved. */
function answerOf(operation: Operation, status: number | string) {
  const response = operation.responses[status]
  return response && "$ref" in response
    ? document.components.responses[response.$ref.replace("#/components/responses/", "")]
    : response
}

/** The headers of an error response by status. */
const helpfulHeaders: Readonly<Record<number | string, readonly string[]>> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
  default: ["Allow"],
}

describe("the OpenAPI document", () => {
  it("passes an independent linter [37.1]", { tags: "slow" }, async () => {
    expect(await problemsOf(stringify(document))).toEqual([])
  })

  it("fails that linter with a wrong example, a broken reference and a duplicate name", { tags: "slow" }, async () => {
    const wrong = stringify(document)
      .replace("email: owner@acme.test", "email: 7")
      .replaceAll("#/components/schemas/User", "#/components/schemas/Usr")
      .replace("operationId: auth_login", "operationId: auth_signup")
    const rules = (await problemsOf(wrong)).map((problem) => problem.split(":")[0])
    const expected = ["no-invalid-media-type-examples", "no-unresolved-refs", "operation-operationId-unique"]
    expect(rules).toEqual(expect.arrayContaining(expected))
  })

  it("survives a round trip through YAML", { tags: "slow" }, () => {
    expect(parse(stringify(document))).toEqual(document)
  })

  it("has its version and a configurable address [37.1]", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { version: "1.1.6" }, servers: [{ url: "{base_url}" }] })
  })

  it("has an operation for every endpoint and for nothing else [37.1]", () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      endpoints.map(({ group, verb }) => `${group}_${verb}`).sort(),
    )
  })

  it("describes the events for webhook endpoints, with the signature's headers", () => {
    expect(Object.keys(document.webhooks)).toEqual([...webhookEventTypes])
    for (const type of webhookEventTypes) {
      const operation = document.webhooks[type]?.post
      expect(operation?.parameters).toMatchObject([
        { name: "webhook-id", in: "header", required: true },
        { name: "webhook-timestamp", in: "header", required: true },
        { name: "webhook-signature", in: "header", required: true },
      ])
      expect(operation?.requestBody?.content["application/json"]?.schema.$ref).toMatch(/Event$/)
    }
  })

  it("describes every tag and every schema but the plainest", () => {
    expect(document.tags.filter(({ name, description }) => description === name)).toEqual([])
    const silent = Object.entries(document.components.schemas).filter(([, { description }]) => !description)
    expect(silent.map(([name]) => name)).toEqual([])
  })
})

describe.each(endpoints)("the operation of $name", ({ group, spec }) => {
  const operation = operationOf(spec)

  it("declares every status, and a default for other errors", () => {
    const statuses = [...successStatuses(spec), ...errorStatuses(spec)].map(String)
    expect(Object.keys(operation.responses).sort()).toEqual([...statuses, "default"].sort())
  })

  it("requires the credentials that the endpoint accepts", () => {
    expect(operation.security.flatMap((requirement) => Object.keys(requirement))).toEqual([...spec.auth])
    for (const kind of spec.auth) expect(document.components.securitySchemes).toHaveProperty(kind)
  })

  it("has headers for brand and account below /v1/my, and for an idempotency key if one is read", () => {
    const headers = parametersOf(operation).filter((parameter) => parameter.in === "header")
    const mine = spec.path.startsWith("/v1/my/")
    const names = [
      mine && "X-Brand-SID",
      mine && spec.auth.includes("jwt") && "X-Account-ID",
      spec.idempotency && "Idempotency-Key",
    ]
    expect(headers.map(({ name }) => name)).toEqual(names.filter(Boolean))
    const required = headers.filter((header) => header.required).map(({ name }) => name)
    expect(required).toEqual(spec.idempotency === "required" ? ["Idempotency-Key"] : [])
  })

  it("has the path's parameters, and those for pages if it is paginated", () => {
    const namesIn = (parameterKind: string) =>
      parametersOf(operation)
        .filter((it) => it.in === parameterKind)
        .map(({ name }) => name)
    expect(namesIn("path").map((name) => `{${name}}`)).toEqual(spec.path.match(/\{\w+\}/g) ?? [])
    expect(namesIn("query")).toEqual(expect.arrayContaining(spec.paginated ? ["page", "limit", "per", "per_page"] : []))
    expect(new Set(namesIn("query")).size).toBe(namesIn("query").length)
  })

  it("has the body with its content type", () => {
    const types = Object.keys(operation.requestBody?.content ?? {})
    expect(types).toEqual(spec.body ? [spec.upload === "multipart" ? "multipart/form-data" : "application/json"] : [])
    if (spec.body) expect(operation.requestBody?.required).toBe(!spec.bodyOptional)
  })

  it("returns a list with page headers, one record, a file or nothing", () => {
    for (const status of successStatuses(spec)) {
      const response = answerOf(operation, status)
      const paging = Object.keys(response?.headers ?? {}).filter((name) => name.startsWith("X-"))
      expect(paging).toEqual(
        spec.paginated ? ["X-Total-Count", "X-Total-Pages", "X-Page-Number", "X-Next-Page", "X-Prev-Page"] : [],
      )
      const schema = response?.content?.["application/json"]?.schema
      expect(schema?.type === "array").toBe(spec.paginated !== undefined)
      expect(schema !== undefined).toBe(spec.response !== null)
      // A file has its own content type.
      expect(response?.content?.["*/*"] !== undefined).toBe(spec.download === "bytes")
    }
  })

  it("has the error body, with the relevant headers [35.1]", () => {
    for (const status of [...errorStatuses(spec), "default"]) {
      const popup = group === "oauth" && (status === 400 || status === 422)
      const response = answerOf(operation, status)
      expect(response?.content?.["application/json"]?.schema.$ref).toMatch(popup ? /\/PopupErrorBody$/ : /\/ErrorBody$/)
      expect(Object.keys(response?.headers ?? {})).toEqual(helpfulHeaders[status] ?? [])
    }
  })
})

describe("the responses to sign-up and sign-in", () => {
  it("have the JWT in a header, and no other response does", () => {
    const carriers = endpoints.filter(({ spec }) =>
      successStatuses(spec).some((status) => answerOf(operationOf(spec), status)?.headers?.Authorization !== undefined),
    )
    expect(carriers.map(({ name }) => name)).toEqual(["auth.signup", "auth.login"])
  })
})
