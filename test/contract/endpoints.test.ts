import { describe, expect, it } from "vitest"
import * as z from "zod"
import { errorStatuses, listEndpoints, successStatuses } from "../../sdk/contract/core/endpoints.ts"
import { modelName } from "../../sdk/contract/core/models.ts"
import { contract } from "../../sdk/contract/index.ts"
import { resourceNames } from "./resource-names.ts"
import { publicForm, type SpecRow, specEndpoints, specRows } from "./spec-endpoints.ts"

const endpoints = listEndpoints(contract)
const address = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const byAddress = new Map(endpoints.map((endpoint) => [address(endpoint.spec), endpoint.spec]))
const allRows = [...specRows, publicForm]

function specOf(row: SpecRow) {
  const spec = byAddress.get(address(row))
  if (!spec) throw new Error(`the contract has no ${address(row)}`)
  return spec
}

describe("the contract's endpoints", () => {
  it("are the 72 of the specification's tables and the website form, no more and no fewer", () => {
    expect(specRows).toHaveLength(72)
    expect(endpoints.map(({ spec }) => address(spec)).sort()).toEqual(allRows.map(address).sort())
  })

  it("have the names that the design promises", () => {
    const names = Object.entries(contract).map(([group, verbs]) => [group, Object.keys(verbs)])
    expect(Object.fromEntries(names)).toEqual(resourceNames)
  })

  it("name the table of the specification that they come from", () => {
    for (const [heading, rows] of Object.entries(specEndpoints)) {
      for (const row of rows) expect(specOf(row).section, address(row)).toBe(heading)
    }
  })

  it("succeed with the statuses that the tables state, or that were decided where they state none", () => {
    for (const row of allRows) {
      const expected = row.success.length > 0 ? row.success : row.decided
      expect(successStatuses(specOf(row)).sort(), address(row)).toEqual([...(expected ?? [])].sort())
    }
  })

  it("declare every error status that the tables state", () => {
    for (const row of allRows)
      expect(errorStatuses(specOf(row)), address(row)).toEqual(expect.arrayContaining([...row.errors]))
  })

  it("read an idempotency key exactly where the specification says, and require it exactly there", () => {
    const stated = allRows.filter((row) => row.idempotency).map((row) => `${address(row)} ${row.idempotency}`)
    const declared = endpoints
      .filter(({ spec }) => spec.idempotency)
      .map(({ spec }) => `${address(spec)} ${spec.idempotency}`)
    expect(declared.sort()).toEqual(stated.sort())
  })

  it("page exactly the lists, each with its own default size", () => {
    for (const row of allRows) expect(specOf(row).paginated?.size, address(row)).toBe(row.page)
  })
})

describe.each(endpoints)("$name", ({ spec }) => {
  it("has a parameter for every placeholder of its path, and a placeholder for every parameter", () => {
    const placeholders = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const fields = spec.params instanceof z.ZodObject ? Object.keys(spec.params.shape) : []
    expect(fields.sort()).toEqual(placeholders.sort())
    expect(spec.path.replaceAll(/\{\w+\}/g, "")).not.toMatch(/[{}]/)
  })

  it("is summed up in one sentence without a full stop", () => {
    expect(spec.summary).toMatch(/^[A-Z][^.]*[^.\s]$/)
    expect(spec.summary.length).toBeLessThanOrEqual(100)
  })

  it("names the model of each of its parts", () => {
    const parts = [spec.params, spec.query, spec.body, spec.response].filter((part) => part instanceof z.core.$ZodType)
    expect(parts.filter((part) => !modelName(part))).toEqual([])
  })

  it("has an example wherever something must be given, and each part of it is valid", () => {
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

  it("sends a body only where the method has one, and answers none only with 204 or a file", () => {
    if (spec.method === "GET" || spec.method === "DELETE") expect(spec.body).toBeUndefined()
    expect(spec.response === null).toBe(spec.status === 204 || spec.download === "bytes")
  })
})
