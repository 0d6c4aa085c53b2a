import { describe, expect, it } from "vitest"
import * as z from "zod"
import { errorTable } from "../../scripts/generate/reference/errors.ts"
import { errorStatuses, listEndpoints, successStatuses } from "../../sdk/contract/core/endpoints.ts"
import { CapacityRecovery, ErrorBody } from "../../sdk/contract/core/errors.ts"
import { contract } from "../../sdk/contract/index.ts"
import { modelName } from "../../sdk/contract/openapi/models.ts"
import { nouns, rowOf, rows } from "../spec/index.ts"

const endpoints = listEndpoints(contract)
const address = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** Each endpoint with its row in the specification. */
const both = endpoints.map(({ name, spec }) => ({ name, spec, row: rowOf(name) }))

describe("the contract's endpoints", () => {
  it("are those of the specification's tables and the website form, no more and no fewer, under the names of the design [16.1]", () => {
    const namesIn = (group: object) => Object.keys(group)
    expect(Object.entries(contract).map(([noun, group]) => [noun, namesIn(group)])).toEqual(
      Object.entries(nouns).map(([noun, { endpoints }]) => [noun, namesIn(endpoints)]),
    )
    for (const { name, spec, row } of both) expect(address(spec), name).toBe(address(row))
    expect(new Set(rows.map(address)).size).toBe(rows.length)
  })

  it("have the fields that the error table's fixes name", () => {
    const sent = endpoints.flatMap(({ spec: { body, query } }) => [body, query])
    const fields = [...sent, ErrorBody, CapacityRecovery].flatMap((schema) =>
      schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
    )
    const fieldNames = [...errorTable().matchAll(/^\|[^|]*\|[^|]*\|(.*)\|$/gm)].flatMap(([, remedy = ""]) =>
      [...remedy.matchAll(/(?<=[`.])[a-z_]+(?=[`.=])/g)].map(([field]) => field),
    )
    expect(fieldNames.length).toBeGreaterThan(4)
    expect(fieldNames.filter((name) => !fields.includes(name))).toEqual([])
  })

  it("name the specification table that they come from", () => {
    for (const { name, spec, row } of both) if (row.section !== null) expect(spec.section, name).toBe(row.section)
  })

  it("succeed with the statuses of the tables, or those decided where a table has none [16.1]", () => {
    for (const { name, spec, row } of both) {
      expect(row.success ?? row.decided, name).not.toEqual([])
      expect(successStatuses(spec).sort(), name).toEqual([...(row.success ?? row.decided ?? [])].sort())
    }
  })

  it("declare every error status that the tables state [16.1]", () => {
    for (const { name, spec, row } of both) {
      expect(errorStatuses(spec), name).toEqual(expect.arrayContaining([...(row.errors ?? [])]))
    }
  })

  it("do not list error statuses that follow from their parts", () => {
    for (const { name, spec } of both) {
      const following = errorStatuses({ ...spec, errors: [] })
      expect(
        (spec.errors ?? []).filter((status) => following.includes(status)),
        name,
      ).toEqual([])
    }
  })

  it("read and require an idempotency key exactly where the specification says [16.1]", () => {
    for (const { name, spec, row } of both) expect(spec.idempotency, name).toBe(row.idempotency)
  })

  it("paginate exactly the lists, each with its default size [16.1]", () => {
    for (const { name, spec, row } of both) expect(spec.paginated?.size, name).toBe(row.page)
  })
})

describe.each(endpoints)("$name", ({ spec }) => {
  it("has a parameter for every placeholder of its path, and a placeholder for every parameter", () => {
    const placeholders = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const fields = spec.params instanceof z.ZodObject ? Object.keys(spec.params.shape) : []
    expect(fields.sort()).toEqual(placeholders.sort())
    expect(spec.path.replaceAll(/\{\w+\}/g, "")).not.toMatch(/[{}]/)
  })

  it("has a summary of one sentence without a full stop", () => {
    expect(spec.summary).toMatch(/^[A-Z][^.]*[^.\s]$/)
    expect(spec.summary.length).toBeLessThanOrEqual(100)
  })

  it("names the model of each part", () => {
    const parts = [spec.params, spec.query, spec.body, spec.response].filter((part) => part instanceof z.core.$ZodType)
    expect(parts.filter((part) => !modelName(part))).toEqual([])
  })

  it("has an example if it needs input, and each part of the example is valid", () => {
    if (spec.params || (spec.body && !spec.bodyOptional)) expect(spec.example).toBeDefined()
    for (const part of ["params", "query", "body"] as const) {
      const schema = spec[part]
      const value = spec.example?.[part]
      if (!schema) expect(value).toBeUndefined()
      else if (value !== undefined) expect(z.safeParse(schema, value).error?.issues).toBeUndefined()
      else if (part === "params" || (part === "body" && !spec.bodyOptional)) expect.fail(`the example lacks ${part}`)
    }
    if (spec.idempotency === "required") expect(spec.example?.idempotencyKey).toMatch(/\S/)
  })

  it("has a body only if the method allows one, and an empty response only with 204 or a file", () => {
    if (spec.method === "GET" || spec.method === "DELETE") expect(spec.body).toBeUndefined()
    expect(spec.response === null).toBe(spec.status === 204 || spec.download === "bytes")
  })
})
