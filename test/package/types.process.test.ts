import { afterAll, describe, expect, it, vi } from "vitest"
import { besideMsw, compile, consumer, typedProject, wrongConsumer } from "../support/compile.ts"
import { readProjectFile } from "../support/files.ts"
import { packProject } from "../support/package.ts"

const project = typedProject()
/** No types of Node, nor of anything else. */
const untyped = packProject(["undici", "zod"])
afterAll(() => {
  project.remove()
  untyped.remove()
})

// A whole compiler for each: quick on a machine with nothing else to do, half a minute on one that is busy.
vi.setConfig({ testTimeout: 120_000 })

const typescript = "typescript-7"
// README.md says that its programs are the same in TypeScript.
const shown = ["README.md", "docs/client.md", "docs/webhooks.md", "docs/testing.md"].flatMap((path) =>
  [...readProjectFile(path).matchAll(/```[jt]s\n(.*?)```/gs)].map(([, code]) => code ?? ""),
)

describe("a strict program", () => {
  it("compiles with NodeNext resolution, as an ES module and as CommonJS", () => {
    expect(compile(project, typescript, "NodeNext", { "consumer.mts": consumer, "consumer.cts": consumer })).toBe("")
  })

  it("compiles with Bundler resolution, beside MSW and the programs of the documents", () => {
    const programs = Object.fromEntries(shown.map((code, index) => [`shown-${index + 1}.mts`, code]))
    expect(shown.length).toBeGreaterThan(9)
    expect(compile(project, typescript, "Bundler", { "consumer.ts": consumer, "msw.ts": besideMsw, ...programs })).toBe(
      "",
    )
  })

  it("compiles without any package of types, where it uses no mock server", () => {
    const code = `import { Mas, nodeHttpTransport } from "mas-sdk"
      import { contract } from "mas-sdk/contract"
      import { responseValidator } from "mas-sdk/validation"
      import { createWebhookHandler, nodeWebhookHandler } from "mas-sdk/webhooks"
      const validateResponses = responseValidator("warn")
      export const mas = new Mas({ baseUrl: contract.account.get.path, transport: nodeHttpTransport(), validateResponses })
      export { createWebhookHandler, nodeWebhookHandler }`
    expect(compile(untyped, typescript, "Web", { "web.mts": code, "web.cts": code })).toBe("")
  })

  it("does not compile with a wrong argument", () => {
    expect(compile(project, typescript, "NodeNext", { "consumer.mts": wrongConsumer })).toContain("TS2322")
  })
})
