import { afterAll, describe, expect, it } from "vitest"
import { readProjectFile } from "../support/files.ts"
import { noBrowser } from "./browser-page.ts"
import { type Bundler, bundlers, type Form, type Runtime, runtimes, titleOf } from "./cells.ts"
import { commandOf } from "./commands.ts"
import { Programs } from "./programs.ts"
import { Ran, tableOf } from "./ran.ts"
import { toolFolder, toolsManifest } from "./tools.ts"
import { closeServer, prove } from "./world.ts"

const programs = new Programs()
const ran = new Ran()
afterAll(async () => {
  await closeServer()
  programs.remove()
})

const cells = runtimes.flatMap((runtime) => runtime.forms.map((form) => [titleOf(runtime), form, runtime] as const))
const isBundler = (form: Form): form is Bundler => bundlers.some((bundler) => bundler === form)
const bundlerPackage = (bundler: Bundler) => toolFolder(bundler.toLowerCase())

/** The reason why a cell cannot be tested: an unavailable package. */
async function missing(runtime: Runtime, form: Form): Promise<string | undefined> {
  if (runtime.kind === "browser" && noBrowser) return noBrowser
  if (isBundler(form) && (await bundlerPackage(form)) === undefined) return `${form} could not be installed`
  if (runtime.kind === "browser") return undefined
  return (await commandOf(runtime)) ? undefined : `${titleOf(runtime)} could not be installed`
}

describe.each(bundlers)("%s", (bundler) => {
  it("bundles the package for every runtime", async ({ skip }) => {
    if ((await bundlerPackage(bundler)) === undefined) skip("it could not be installed")
    const kinds = runtimes.filter(({ forms }) => forms.includes(bundler)).map(({ kind }) => kind)
    await programs.bundle(bundler, [...new Set(kinds)], await toolsManifest())
  })

  it("bundles the complete mock server for Node", async ({ skip }) => {
    if ((await bundlerPackage(bundler)) === undefined) skip("it could not be installed")
    const expected = {
      success_rows: 1,
      text: "Hi ann@example.test",
      refused: 422,
      pages: [200, 200, 200],
      name: "Kiosk",
    }
    expect(await programs.serve(bundler, await toolsManifest())).toEqual(expected)
  })
})

describe("the package", () => {
  it.for(cells)("works on %s (%s)", async ([name, form, runtime], { skip }) => {
    const reason = await missing(runtime, form)
    if (reason === undefined) await prove((settings) => programs.travel(runtime, form, settings))
    ran.add(name, form)
    if (reason !== undefined) skip(reason)
  })
})

describe("docs/support.md", () => {
  it("matches the tested runtimes", () => {
    expect(ran.names()).toEqual(tableOf(readProjectFile("docs/support.md"), "Runtime"))
  })
})
