import { build } from "esbuild"
import { afterAll, describe, expect, it, vi } from "vitest"
import { compile, typedProject } from "../../support/compile.ts"
import { Home } from "../own/run.ts"
import { type Files, shopTemplates, writeFiles } from "./folder.ts"

const project = typedProject()
const home = new Home()
afterAll(() => {
  project.remove()
  home.remove()
})

// A whole compiler for each step: quick on a machine with nothing else to do, half a minute on one that is busy.
vi.setConfig({ testTimeout: 120_000 })

const program = `import { Mas } from "mas-sdk"
import * as templates from "./templates/templates.gen.js"

const items = [{ name: "Tea", price: "4.00" }]
await new Mas().messages.send({
  ...templates.receipt,
  to: "ana@example.test",
  data: { order: "1001", items, help_url: "https://acme.test/help" },
})
`

/** Writes files, has the types made of them, and answers what the compiler says about a program that sends the template. */
async function check(files: Files): Promise<string> {
  writeFiles(home.folder, files)
  writeFiles(project.folder, files)
  const { code, err } = await home.run(["templates", "types", "templates"], { io: { cwd: project.folder } })
  expect({ code, err }).toEqual({ code: 0, err: "" })
  return compile(project, "typescript-7", "NodeNext", { "send.mts": program })
}

describe("a program that sends a template of files", () => {
  it("does not compile from when a variable is renamed until it is renamed there, too", async () => {
    expect(await check(shopTemplates)).toBe("")
    const yaml = "templates/receipt/template.yaml"
    const said = await check({ [yaml]: shopTemplates[yaml]?.replaceAll("order", "order_number") ?? "" })
    expect(said).toMatch(/^send\.mts\(8,\d+\): error TS\d+: .*'order' does not exist in type 'ReceiptData'/)
    expect(await check({ [yaml]: shopTemplates[yaml] ?? "" })).toBe("")
  })

  it("has nothing of other templates in its bundle", async () => {
    writeFiles(project.folder, { "send.mts": program })
    const { outputFiles } = await build({
      entryPoints: [`${project.folder}/send.mts`],
      ...{ bundle: true, write: false, format: "esm", platform: "node", minify: true, external: ["mas-sdk"] },
    })
    const text = outputFiles[0]?.text ?? ""
    expect(text).toContain("Your receipt")
    expect(text).not.toContain("Your password")
    expect(text).not.toContain("welcome")
  })
})
