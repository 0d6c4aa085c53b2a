import { afterAll, describe, expect, it, vi } from "vitest"
import { besideMsw, compile, consumer, typedProject, wrongConsumer } from "../support/compile.ts"

const project = typedProject()
afterAll(() => project.remove())

vi.setConfig({ testTimeout: 120_000 })

describe.each([
  ["TypeScript 5.9", "typescript"],
  ["TypeScript 6", "typescript-6"],
])("a strict program under %s", (_, compiler) => {
  it("compiles with NodeNext resolution, as an ES module and as CommonJS", () => {
    expect(compile(project, compiler, "NodeNext", { "consumer.mts": consumer, "consumer.cts": consumer })).toBe("")
  })

  it("compiles with Bundler resolution, beside MSW", () => {
    expect(compile(project, compiler, "Bundler", { "consumer.ts": consumer, "msw.ts": besideMsw })).toBe("")
  })

  it("does not compile with a wrong argument", () => {
    expect(compile(project, compiler, "NodeNext", { "consumer.mts": wrongConsumer })).toContain("TS2322")
  })
})
