import { afterAll, describe, expect, it, vi } from "vitest"
import { besideMsw, compile, consumer, typedProject, wrongConsumer } from "../support/compile.ts"
import { readProjectFile } from "../support/files.ts"

const project = typedProject()
afterAll(() => project.remove())

// A whole compiler for each: quick on a machine with nothing else to do, half a minute on one that is busy.
vi.setConfig({ testTimeout: 120_000 })

const typescript = "typescript-7"
const readme = [...readProjectFile("README.md").matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? "")

describe("a strict program", () => {
  it("compiles with NodeNext resolution, as an ES module and as CommonJS", () => {
    expect(compile(project, typescript, "NodeNext", { "consumer.mts": consumer, "consumer.cts": consumer })).toBe("")
  })

  it("compiles with Bundler resolution, beside MSW and the programs of README.md", () => {
    const programs = Object.fromEntries(readme.map((code, index) => [`readme-${index + 1}.mts`, code]))
    expect(readme.length).toBeGreaterThan(3)
    expect(compile(project, typescript, "Bundler", { "consumer.ts": consumer, "msw.ts": besideMsw, ...programs })).toBe(
      "",
    )
  })

  it("does not compile with a wrong argument", () => {
    expect(compile(project, typescript, "NodeNext", { "consumer.mts": wrongConsumer })).toContain("TS2322")
  })
})
