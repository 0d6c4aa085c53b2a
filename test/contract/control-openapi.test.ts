import { join } from "node:path"
import { createConfig, lint } from "@redocly/openapi-core"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { verbOf } from "../../cli/commands/specs/mock-calls.ts"
import { readProjectFile, root } from "../support/files.ts"

const path = "docs/control-openapi.yaml"
const { paths } = parse(readProjectFile(path))

describe("the OpenAPI document of the control API", () => {
  it("passes an independent linter", async () => {
    const off = { "operation-4xx-response": "error", "no-illogical-composition-keywords": "off" } as const
    const config = await createConfig({ extends: ["recommended"], rules: off })
    const problems = await lint({ ref: join(root, path), config })
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  it("has every call except those only for the dashboard, each with a unique name", () => {
    const described = Object.entries<object>(paths).flatMap(([at, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${at}`),
    )
    const due = Object.entries(verbOf).flatMap(([call, verb]) => (verb === null ? [] : [call]))
    expect(described.sort()).toEqual(due.sort())
    const ids = Object.values<object>(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(due.length)
  })

  it("describes bodies and queries, with the comments of their sources", () => {
    const advance = paths["/clock/advance"].post.requestBody.content["application/json"].schema
    expect(advance.properties.by).toEqual({
      description: "A duration: milliseconds, or text such as `5m`.",
      type: ["number", "string"],
    })
    const { parameters } = paths["/messages/wait"].get
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(["to", "timeout"]))
    expect(JSON.stringify(paths)).not.toMatch(/"\$ref":"(?!#)/)
  })
})
