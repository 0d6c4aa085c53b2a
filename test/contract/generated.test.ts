import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { outputs } from "../../scripts/generate/outputs.ts"

describe.each(outputs)("the generated file $path", ({ path, render }) => {
  it("is what `npm run generate` writes", async () => {
    const committed = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")
    // Compared as a boolean: a diff of thousands of lines would say less than the name of the command.
    expect(committed === (await render()), `${path} is stale: npm run generate`).toBe(true)
  })

  it("comes out the same twice", async () => {
    const first = await render()
    expect(first === (await render())).toBe(true)
  })

  it("names nothing of the machine that it was made on", async () => {
    expect(await render()).not.toMatch(/\/(home|root|work|tmp|Users)\/|file:\/\//)
  })
})
