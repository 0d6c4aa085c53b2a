import { spawnSync } from "node:child_process"
import { copyFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { root } from "../support/files.ts"
import { type PackedProject, packProject } from "../support/package.ts"

let project: PackedProject

beforeAll(() => {
  project = packProject(["undici", "zod", "msw", "@types/node"])
  // The same program, once read as an ES module and once as CommonJS.
  const program = join(root, "test/package/consumer.ts")
  for (const name of ["consumer.mts", "consumer.cts"]) copyFileSync(program, join(project.folder, name))
})
afterAll(() => project.remove())

const resolutions = {
  NodeNext: { module: "NodeNext", moduleResolution: "NodeNext" },
  Bundler: { module: "ESNext", moduleResolution: "Bundler" },
}

/** The compiler's complaints about the program; the declarations of the packages are checked too. */
function check(compiler: string, resolution: keyof typeof resolutions): string {
  const config = `tsconfig.${resolution}.json`
  const compilerOptions = {
    ...resolutions[resolution],
    target: "ES2022",
    lib: ["ES2022"],
    types: ["node"],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  }
  const files = resolution === "NodeNext" ? ["consumer.mts", "consumer.cts"] : ["consumer.mts"]
  writeFileSync(join(project.folder, config), JSON.stringify({ compilerOptions, files }))
  const tsc = join(root, "node_modules", compiler, "bin/tsc")
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", config, "--pretty", "false"], {
    cwd: project.folder,
    encoding: "utf8",
  })
  return stdout + stderr
}

describe.each([
  ["TypeScript 5.9", "typescript"],
  ["TypeScript 6", "typescript-6"],
  ["TypeScript 7", "typescript-7"],
])("a strict program under %s", (_, compiler) => {
  it.each(["NodeNext", "Bundler"] as const)("compiles with %s resolution", (resolution) => {
    expect(check(compiler, resolution)).toBe("")
  })
})

describe("the check", () => {
  it("sees a wrong argument", () => {
    const wrong =
      'import { Mas } from "mas-sdk"\nexport const mas = new Mas({ apiKey: 1, baseUrl: "http://127.0.0.1" })\n'
    writeFileSync(join(project.folder, "wrong.mts"), wrong)
    const config = {
      compilerOptions: { ...resolutions.NodeNext, strict: true, noEmit: true, types: ["node"] },
      files: ["wrong.mts"],
    }
    writeFileSync(join(project.folder, "tsconfig.wrong.json"), JSON.stringify(config))
    const tsc = join(root, "node_modules/typescript-7/bin/tsc")
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.wrong.json"], {
      cwd: project.folder,
      encoding: "utf8",
    })
    expect(stdout).toContain("wrong.mts(2,")
  })
})
