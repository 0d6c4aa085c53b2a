import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { documentPath } from "./documents.ts"
import { expectedUse, generate, generators } from "./generators.ts"
import { externalChecks } from "./tools.ts"

let server: MockServer

beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
  // Some hundred packages, where this is the first to ask for them.
  await externalChecks.manifest()
})
afterAll(() => server.close())

describe.each(generators)("a client that $package makes of the OpenAPI document", (generator) => {
  it("compiles strictly, not with a wrong field, and calls the service", async ({ skip }) => {
    const folder = await externalChecks.packageFolder(generator.package)
    if (folder === undefined) return skip("it could not be installed")
    const made = await generate(generator, folder, documentPath)
    onTestFinished(made.remove)
    expect(made.output).not.toMatch(/error|warn|invalid|failed/i)
    expect(made.code).toBe(0)
    expect(made.check(generator.use.replace('subject: "Hello"', "subject: 7"))).toContain("'number' is not assignable")
    expect(made.check(generator.use)).toBe("")
    server.world.reset()
    const { output } = await made.run({ BASE_URL: server.url, API_KEY: server.apiKey })
    expect(JSON.parse(output)).toEqual(expectedUse)
  })
})
