import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { compilers, resolutions } from "../runtimes/cells.ts"
import { Ran, tableOf } from "../runtimes/ran.ts"
import { toolFolder } from "../runtimes/tools.ts"
import { besideMsw, compileWith, consumer, typedProject, wrongConsumer } from "../support/compile.ts"
import { readProjectFile, root } from "../support/files.ts"

const project = typedProject()
afterAll(() => project.remove())
const ran = new Ran()

/** A compiler's folder: the project's own, or one that is installed on demand; undefined where it cannot be had. */
const find = async (name: string): Promise<string | undefined> =>
  name === "typescript-5.4" ? toolFolder(name) : join(root, "node_modules", name)

/**
 * Every compiler checks the declarations once, with NodeNext, for ES modules and CommonJS. The newest checks them beside the
 * browser's types too, with Bundler. Node16 resolves as NodeNext does; optional properties are not exact there.
 */
const optionsOf = (compiler: string, resolution: string) => ({
  skipLibCheck: resolution === "Node16" || (resolution === "Bundler" && compiler !== "TypeScript 7.0"),
  exactOptionalPropertyTypes: resolution !== "Node16",
})
/** Without MSW for the oldest compiler, which finds a mistake in declarations that MSW brings along. */
function programsFor(compiler: string, resolution: string): Record<string, string> {
  if (resolution !== "Bundler") return { "consumer.mts": consumer, "consumer.cts": consumer }
  return { "consumer.ts": consumer, ...(compiler === "TypeScript 5.4" ? {} : { "msw.ts": besideMsw }) }
}

const cells = Object.entries(compilers).flatMap(([version, name]) =>
  resolutions.map((resolution) => [`TypeScript ${version}`, resolution, name] as const),
)

describe("a strict program", () => {
  it.for(cells)("compiles under %s with %s resolution", async ([compiler, resolution, name], { skip }) => {
    const folder = await find(name)
    ran.add(compiler, resolution)
    if (folder === undefined) return skip(`${compiler} could not be installed`)
    const programs = programsFor(compiler, resolution)
    const options = optionsOf(compiler, resolution)
    expect(compileWith(project, { compiler: folder, resolution, programs, options })).toBe("")
  })

  it.for(Object.entries(compilers))(
    "does not compile with a mistake under TypeScript %s",
    async ([version, name], { skip }) => {
      const folder = await find(name)
      if (folder === undefined) return skip(`TypeScript ${version} could not be installed`)
      const programs = { "consumer.mts": wrongConsumer }
      // The declarations were checked above.
      const options = { skipLibCheck: true }
      expect(compileWith(project, { compiler: folder, resolution: "NodeNext", programs, options })).toContain("TS2322")
    },
  )
})

describe("docs/support.md", () => {
  it("says of the compilers what ran", () => {
    expect(ran.names()).toEqual(tableOf(readProjectFile("docs/support.md"), "Compiler"))
  })
})
