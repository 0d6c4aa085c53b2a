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

/** What an independent linter, at its strictest, has against a document. It validates the examples too. */
async function problemsOf(source: string) {
  const config = await createConfig({ extends: ["recommended-strict"] })
  const problems = await lintFromString({ source, absoluteRef: "openapi.yaml", config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

it("says idn-email of every address, since a domain in any script is taken", () => {
  const text = JSON.stringify(document)
  expect(text).toContain('"format":"idn-email"')
  expect(text).not.toContain('"format":"email"')
})

function operationOf(spec: { readonly path: string; readonly method: string }): Operation {
  const operation = document.paths[spec.path]?.[spec.method.toLowerCase()]
  if (!operation) throw new Error(`the document has no ${spec.method} ${spec.path}`)
  return operation
}

/** The parameters of an operation, references followed. */
function parametersOf(operation: Operation) {
  return (operation.parameters ?? []).map((parameter) => {
    if (!("$ref" in parameter)) return parameter
    const found = document.components.parameters[parameter.$ref.replace("#/components/parameters/", "")]
    if (!found) throw new Error(`nothing stands at ${parameter.$ref}`)
    return found
  })
}

/** The answer to a status, its reference followed. */
function answerOf(operation: Operation, status: number | string) {
  const answer = operation.responses[status]
  return answer && "$ref" in answer
    ? document.components.responses[answer.$ref.replace("#/components/responses/", "")]
    : answer
}

/** The headers that an error answer of a status carries. */
const helpfulHeaders: Readonly<Record<number | string, readonly string[]>> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
  default: ["Allow"],
}

describe("the OpenAPI document", () => {
  it("has nothing that an independent linter objects to [37.1]", async () => {
    expect(await problemsOf(stringify(document))).toEqual([])
  })

  it("would not get a wrong example, a lost reference or a doubled name past that linter", async () => {
    const text = stringify(document)
    const wrong = [
      text.replace("email: owner@acme.test", "email: 7"),
      text.replaceAll("#/components/schemas/User", "#/components/schemas/Usr"),
      text.replace("operationId: auth_login", "operationId: auth_signup"),
    ]
    for (const source of wrong) {
      expect(source).not.toBe(text)
      expect(await problemsOf(source)).not.toEqual([])
    }
  })

  it("survives the way to YAML and back", () => {
    expect(parse(stringify(document))).toEqual(document)
  })

  it("states its version and lets the address be set [37.1]", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { version: "1.1.6" }, servers: [{ url: "{base_url}" }] })
  })

  it("has an operation for every endpoint and for nothing else [37.1]", () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      endpoints.map(({ group, verb }) => `${group}_${verb}`).sort(),
    )
  })

  it("describes the events that webhook endpoints get, with the signature's headers", () => {
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

  it("says something about every tag and every schema but the plainest", () => {
    expect(document.tags.filter(({ name, description }) => description === name)).toEqual([])
    const silent = Object.entries(document.components.schemas).filter(([, { description }]) => !description)
    expect(silent.map(([name]) => name)).toEqual([])
  })
})

describe.each(endpoints)("the operation of $name", ({ group, spec }) => {
  const operation = operationOf(spec)

  it("declares every status, and how any other error looks", () => {
    const statuses = [...successStatuses(spec), ...errorStatuses(spec)].map(String)
    expect(Object.keys(operation.responses).sort()).toEqual([...statuses, "default"].sort())
  })

  it("asks for the credentials that are let in", () => {
    expect(operation.security.flatMap((requirement) => Object.keys(requirement))).toEqual([...spec.auth])
    for (const kind of spec.auth) expect(document.components.securitySchemes).toHaveProperty(kind)
  })

  it("takes brand and account by header below /v1/my, and an idempotency key where one is read", () => {
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

  it("has the path's parameters, and the page's where there are pages", () => {
    const named = (place: string) =>
      parametersOf(operation)
        .filter((it) => it.in === place)
        .map(({ name }) => name)
    expect(named("path").map((name) => `{${name}}`)).toEqual(spec.path.match(/\{\w+\}/g) ?? [])
    expect(named("query")).toEqual(expect.arrayContaining(spec.paginated ? ["page", "limit", "per", "per_page"] : []))
    expect(new Set(named("query")).size).toBe(named("query").length)
  })

  it("takes the body in the form that it goes in", () => {
    const types = Object.keys(operation.requestBody?.content ?? {})
    expect(types).toEqual(spec.body ? [spec.upload === "multipart" ? "multipart/form-data" : "application/json"] : [])
    if (spec.body) expect(operation.requestBody?.required).toBe(!spec.bodyOptional)
  })

  it("answers with a list and its page headers, one record, a file or nothing", () => {
    for (const status of successStatuses(spec)) {
      const answer = answerOf(operation, status)
      const paging = Object.keys(answer?.headers ?? {}).filter((name) => name.startsWith("X-"))
      expect(paging).toEqual(
        spec.paginated ? ["X-Total-Count", "X-Total-Pages", "X-Page-Number", "X-Next-Page", "X-Prev-Page"] : [],
      )
      const schema = answer?.content?.["application/json"]?.schema
      expect(schema?.type === "array").toBe(spec.paginated !== undefined)
      expect(schema !== undefined).toBe(spec.response !== null)
      // A file is answered with a type of its own.
      expect(answer?.content?.["*/*"] !== undefined).toBe(spec.download === "bytes")
    }
  })

  it("answers errors in the error shape, with the headers that help [35.1]", () => {
    for (const status of [...errorStatuses(spec), "default"]) {
      const popup = group === "oauth" && (status === 400 || status === 422)
      const answer = answerOf(operation, status)
      expect(answer?.content?.["application/json"]?.schema.$ref).toMatch(popup ? /\/PopupErrorBody$/ : /\/ErrorBody$/)
      expect(Object.keys(answer?.headers ?? {})).toEqual(helpfulHeaders[status] ?? [])
    }
  })
})

describe("the answers to sign-up and sign-in", () => {
  it("carry the JWT in a header, and no other answer does", () => {
    const carriers = endpoints.filter(({ spec }) =>
      successStatuses(spec).some((status) => answerOf(operationOf(spec), status)?.headers?.Authorization !== undefined),
    )
    expect(carriers.map(({ name }) => name)).toEqual(["auth.signup", "auth.login"])
  })
})
