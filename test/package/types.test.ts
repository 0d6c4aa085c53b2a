import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it, vi } from "vitest"
import { readProjectFile, root } from "../support/files.ts"
import { packProject } from "../support/package.ts"

const project = packProject(["undici", "zod", "msw", "vitest", "@types/node"])

afterAll(() => project.remove())

// A whole compiler for each: quick on a machine with nothing else to do, half a minute on one that is busy.
vi.setConfig({ testTimeout: 120_000 })

const settings = {
  NodeNext: { module: "NodeNext", moduleResolution: "NodeNext", lib: ["ES2022"] },
  // Programs that are bundled mostly know the browser's types; MSW's own declarations need them.
  Bundler: { module: "ESNext", moduleResolution: "Bundler", lib: ["ES2022", "DOM", "DOM.Iterable"] },
}
const strict = { target: "ES2022", types: ["node"], strict: true, noEmit: true, skipLibCheck: false }

/** What a compiler says about programs in the fresh project, by file name; the packages' declarations are checked too. */
function compile(compiler: string, resolution: keyof typeof settings, programs: Record<string, string>): string {
  const config = { compilerOptions: { ...strict, ...settings[resolution] }, files: Object.keys(programs) }
  for (const [name, code] of Object.entries(programs)) writeFileSync(join(project.folder, name), code)
  writeFileSync(join(project.folder, "tsconfig.json"), JSON.stringify(config))
  const tsc = join(root, "node_modules", compiler, "bin/tsc")
  const options = { cwd: project.folder, encoding: "utf8" } as const
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", ".", "--pretty", "false"], options)
  return stdout + stderr
}

const program = readProjectFile("test/package/consumer.ts")

describe.each([
  ["TypeScript 5.9", "typescript"],
  ["TypeScript 6", "typescript-6"],
  ["TypeScript 7", "typescript-7"],
])("a strict program under %s", (_, compiler) => {
  it("compiles with NodeNext resolution, as an ES module and as CommonJS", () => {
    expect(compile(compiler, "NodeNext", { "consumer.mts": program, "consumer.cts": program })).toBe("")
  })

  it("compiles with Bundler resolution, beside MSW", () => {
    const msw =
      'import { setupServer } from "msw/node"\nimport * as mas from "mas-sdk/msw"\nexport { mas, setupServer }\n'
    expect(compile(compiler, "Bundler", { "consumer.ts": program, "msw.ts": msw })).toBe("")
  })

  it("does not compile with a wrong argument", () => {
    const wrong = program.replace("maxRetries: 3", 'maxRetries: "three"')
    expect(compile(compiler, "NodeNext", { "consumer.mts": wrong })).toContain("TS2322")
  })
})

describe("README.md", () => {
  it("shows programs that compile", () => {
    const blocks = [...readProjectFile("README.md").matchAll(/```ts\n(.*?)```/gs)]
    const programs = Object.fromEntries(blocks.map(([, code], index) => [`readme-${index + 1}.mts`, code ?? ""]))
    expect(blocks.length).toBeGreaterThan(3)
    expect(compile("typescript-7", "Bundler", programs)).toBe("")
  })
})
