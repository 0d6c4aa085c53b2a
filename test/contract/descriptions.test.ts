import { describe, expect, it } from "vitest"
import { docs } from "../../sdk/contract/openapi/docs.gen.ts"
import { openapiDocument } from "../../sdk/contract/openapi/document.ts"
import { rootOf, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import { models } from "../../sdk/contract/openapi/models.ts"

/** Paths of fields without a description in a schema, or in anything that holds schemas. */
function undescribed(value: unknown, at: string): string[] {
  if (typeof value !== "object" || value === null) return []
  const { properties } = value as { properties?: Record<string, { description?: string }> }
  const silent = Object.entries(properties ?? {}).filter(
    ([, field]) => !/^[A-Z`\d].*\.$/s.test(field.description ?? ""),
  )
  return [
    ...silent.map(([name]) => `${at}.${name}`),
    ...Object.entries(value).flatMap(([key, inner]) =>
      key === "example" || key === "examples" ? [] : undescribed(inner, `${at}.${key}`),
    ),
  ]
}

describe("descriptions", () => {
  const { components, paths } = openapiDocument()

  it("exist for every field of every model, each as a sentence", () => {
    expect(undescribed(components.schemas, "schemas")).toEqual([])
  })

  it("belong to fields that the model has", () => {
    const idle = [...models].flatMap(([name, schema]) => {
      const schemaTexts = (["input", "output"] as const)
        .map((io) => JSON.stringify(rootOf(toJsonSchema(schema, io))))
        .join()
      const fields = Object.entries(docs[name]?.fields ?? {})
      return fields
        .filter(([, description]) => !schemaTexts.includes(JSON.stringify(description)))
        .map(([path]) => `${name}.${path}`)
    })
    expect(idle).toEqual([])
  })

  it("exist for every parameter", () => {
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    const parameters = operations.flatMap(({ parameters = [] }) => parameters)
    const namedParameters = parameters.flatMap((parameter) => ("name" in parameter ? [parameter] : []))
    expect(namedParameters.length).toBeGreaterThan(50)
    expect(namedParameters.filter(({ description }) => !description).map(({ name }) => name)).toEqual([])
  })

  it("are reported as missing at any depth", () => {
    const field = { description: "What it is.", properties: { inner: { description: "no sentence" } } }
    const model = { properties: { a: {}, b: { description: "What b is.", anyOf: [field] } } }
    expect(undescribed({ Model: model }, "")).toEqual([".Model.a", ".Model.properties.b.anyOf.0.inner"])
  })
})
