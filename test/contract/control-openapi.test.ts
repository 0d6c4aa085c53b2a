import { join } from "node:path"
import { createConfig, lint } from "@redocly/openapi-core"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { callsForTests } from "../../scripts/generate/control-openapi.ts"
import { readProjectFile, root } from "../support/files.ts"

const path = "docs/control-openapi.yaml"
const { info, paths } = parse(readProjectFile(path))

describe("the OpenAPI document of the control API", () => {
  it("passes an independent linter", async () => {
    const off = { "operation-4xx-response": "error", "no-illogical-composition-keywords": "off" } as const
    const config = await createConfig({ extends: ["recommended"], rules: off })
    const problems = await lint({ ref: join(root, path), config })
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  it("has the calls that a test needs, each with a unique name, and says whose the others are", () => {
    const described = Object.entries<object>(paths).flatMap(([at, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${at}`),
    )
    expect(described.sort()).toEqual([...callsForTests].sort())
    expect(described.length).toBeLessThan(25)
    expect(info.description).toContain("are the dashboard's and the command line's own")
    const ids = Object.values<object>(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(described.length)
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
