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
    it("is what `npm run generate` writes", async () => {
      const committed = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")
      // Compared as a boolean: a diff of thousands of lines would say less than the name of the command.
      expect(committed === (await rendered)[index], `${path} is stale: npm run generate`).toBe(true)
    })
  },
)

describe("what is generated", () => {
  it("names nothing of the machine that it was made on", async () => {
    for (const text of await rendered) expect(text).not.toMatch(/\/(home|root|work|tmp|Users)\/|file:\/\//)
  })
})
