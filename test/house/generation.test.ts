import { describe, expect, it } from "vitest"
import { renderFailure } from "../../scripts/generate/render-failure.ts"

const page = "docs/reference/errors.md"

describe("a file that cannot be generated", () => {
  it("is named, with the sentence of the error", () => {
    expect(renderFailure(page, new Error("The model has no docs")).message).toBe(
      `${page} was not written: The model has no docs`,
    )
  })

  it("is named with the innermost file of the project where something is missing", () => {
    const samples: Record<string, () => object> = {}
    let error: unknown
    try {
      const sample = samples.brand_new as () => object
      sample()
    } catch (thrown) {
      error = thrown
    }
    expect(renderFailure(page, error).message).toMatch(
      /^docs\/reference\/errors\.md was not written: sample is not a function, in test\/house\/generation\.test\.ts:\d+$/,
    )
  })

  it("skips the frames of packages and of Node", () => {
    const error = new TypeError("x is not a function")
    const root = new URL("../..", import.meta.url).href
    error.stack = [
      "TypeError: x is not a function",
      `    at z.object (${root}node_modules/zod/index.js:1:2)`,
      "    at node:internal/modules/run_main:117:5",
      `    at async render (${root}sdk/contract/models/webhook-samples.ts:50:9)`,
    ].join("\n")
    expect(renderFailure(page, error).message).toContain(", in sdk/contract/models/webhook-samples.ts:50")
  })
})
