import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { compilers, resolutions } from "../runtimes/cells.ts"
import { Ran, tableOf } from "../runtimes/ran.ts"
import { toolFolder } from "../runtimes/tools.ts"
import { besideMsw, checkWith, compileWith, consumer, typedProject, wrongConsumer } from "../support/compile.ts"
import { readProjectFile, root } from "../support/files.ts"

const project = typedProject()
afterAll(() => project.remove())
const ran = new Ran()

/** A compiler's folder: the project's, or one installed on demand; undefined if unavailable. */
const find = async (name: string): Promise<string | undefined> =>
  name === "typescript-5.4" ? toolFolder(name) : join(root, "node_modules", name)

/**
 * The declarations are checked too, also beside the browser's types of each compiler, which differ. Not with Node16: it resolves
 * them like NodeNext. Optional properties are not exact there.
 */
const optionsOf = (resolution: string) => ({
  skipLibCheck: resolution === "Node16",
  exactOptionalPropertyTypes: resolution !== "Node16",
})
/** Without MSW for the oldest compiler, which reports an error in declarations of MSW's dependencies. */
function programsFor(compiler: string, resolution: string): Record<string, string> {
  if (resolution !== "Bundler")
    return { "consumer.mts": consumer, "consumer.cts": consumer, "wrong.mts": wrongConsumer }
  const besides: Record<string, string> = compiler === "TypeScript 5.4" ? {} : { "msw.ts": besideMsw }
  return { "consumer.ts": consumer, "wrong.ts": wrongConsumer, ...besides }
}
/** The planted mistake and nothing else. */
const onlyTheMistake = /^wrong\.m?ts\(\d+,\d+\): error TS2322: Type 'string' is not assignable to type 'number'.*\n$/

const cells = Object.entries(compilers).flatMap(([version, name]) =>
  resolutions.map((resolution) => [`TypeScript ${version}`, resolution, name] as const),
)

describe("a strict program", () => {
  it.for(cells)(
    "compiles under %s with %s resolution, except for a planted mistake",
    async ([compiler, resolution, name], { skip }) => {
      const folder = await find(name)
      ran.add(compiler, resolution)
      if (folder === undefined) return skip(`${compiler} could not be installed`)
      const programs = programsFor(compiler, resolution)
      const options = optionsOf(resolution)
      // TypeScript 7 can only be started as a program.
      const outputOf = compiler === "TypeScript 7.0" ? compileWith : checkWith
      expect(outputOf(project, { compiler: folder, resolution, programs, options })).toMatch(onlyTheMistake)
    },
  )
})

describe("docs/support.md", () => {
  it("matches the tested compilers", () => {
    expect(ran.names()).toEqual(tableOf(readProjectFile("docs/support.md"), "Compiler"))
  })
})
