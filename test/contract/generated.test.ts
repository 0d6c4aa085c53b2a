import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { modelDocs } from "../../scripts/generate/model-docs.ts"
import { builtOutputs, documentOutputs } from "../../scripts/generate/outputs.ts"
import { sourceOutputs } from "../../scripts/generate/source-outputs.ts"

const committedOutputs = [modelDocs, ...sourceOutputs, ...documentOutputs]
const renderAll = () => Promise.all([...committedOutputs, ...builtOutputs].map(({ render }) => render()))
const rendered = renderAll()

describe.each(committedOutputs.map(({ path }, index) => ({ path, index })))(
  "the generated file $path",
  ({ path, index }) => {
    it("equals the output of `npm run generate`", async () => {
      const committed = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")
      // Compared as a boolean: the command's name helps more than a diff of thousands of lines.
      expect(committed === (await rendered)[index], `${path} is stale: npm run generate`).toBe(true)
    })
  },
)

describe("the generated files", () => {
  it("do not depend on the machine that made them", async () => {
    for (const text of await rendered) expect(text).not.toMatch(/\/(home|root|work|tmp|Users)\/|file:\/\//)
  })
})
