import { describe, expect, it } from "vitest"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { shapeOf } from "../../sdk/contract/core/text.ts"
import { contract } from "../../sdk/contract/index.ts"
import { openapiDocument } from "../../sdk/contract/openapi/document.ts"
import { rootOf, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import { mock } from "../support/mock.ts"

const endpoints = listEndpoints(contract)
const { paths } = openapiDocument()

/** Bodies with an address that reach nobody: a sign-in, and the sender of mails. */
const addressOnly = ["auth.login", "templates.create", "templates.update"]

/** The names of a schema's fields, nested ones included. */
const fieldsOf = (schema: Parameters<typeof shapeOf>[0]): string[] =>
  Object.entries(shapeOf(schema)).flatMap(([name, inner]) => [name, ...fieldsOf(inner)])

describe("every endpoint declares whom it reaches", () => {
  it.each(endpoints)("$name", ({ spec: { recipients, body, path, method } }) => {
    expect(paths[path]?.[method.toLowerCase()]).toHaveProperty(["x-mas-reaches"], recipients)
    if (recipients === "nobody") return
    expect(method).not.toBe("GET")
    if ("indirect" in recipients) return expect(recipients.indirect).toMatch(/^[a-z].{15,80}[a-z]$/)
    let schema = body
    for (const name of recipients.field.split(".")) schema = schema && shapeOf(schema)[name]
    expect(JSON.stringify(schema && rootOf(toJsonSchema(schema, "input")))).toMatch(/"(string|email)"/)
  })

  it("and none with an address declares nobody by mistake", () => {
    const silent = endpoints.filter(
      ({ spec: { recipients, body } }) =>
        recipients === "nobody" && body && fieldsOf(body).some((name) => /email/.test(name)),
    )
    expect(silent.map(({ name }) => name)).toEqual(addressOnly)
  })
})

describe("an endpoint that reaches nobody", () => {
  it("sends no message and no mail with its example", async () => {
    const service = mock()
    for (const { name, spec } of endpoints) {
      if (spec.recipients !== "nobody" || spec.upload || spec.method === "GET") continue
      const { params = {}, body, idempotencyKey } = spec.example ?? {}
      const path = spec.path.replace(/\{(\w+)\}/g, (_, field: string) => String(params[field]))
      const headers: Record<string, string> = idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {}
      await service.call(spec.method, path, { headers, ...(body === undefined ? {} : { body }) })
      const { messages, outbox } = service.world.tables
      expect([[...messages.all()].length, [...outbox.all()].length], name).toEqual([0, 0])
    }
  })
})
