import { build } from "esbuild"
import { afterAll, describe, expect, it } from "vitest"
import { Home } from "../own/run.ts"
import { shopTemplates, writeFiles } from "./folder.ts"

const home = new Home()
const { folder } = home
afterAll(() => home.remove())

const program = `import { Mas } from "mas-sdk"
import * as templates from "./templates/templates.gen.js"

const items = [{ name: "Tea", price: "4.00" }]
await new Mas().messages.send({
  ...templates.receipt,
  to: "ana@example.test",
  data: { order: "1001", items, help_url: "https://acme.test/help" },
})
`

describe("a program that sends a template from files", () => {
  it("has no other templates in its bundle", async () => {
    writeFiles(folder, { ...shopTemplates, "send.mts": program })
    const { code } = await home.run(["templates", "types"])
    expect(code).toBe(0)
    const { outputFiles } = await build({
      entryPoints: [`${folder}/send.mts`],
      ...{ bundle: true, write: false, format: "esm", platform: "node", minify: true, external: ["mas-sdk"] },
    })
    const text = outputFiles[0]?.text ?? ""
    expect(text).toContain("Your receipt")
    expect(text).not.toContain("Your password")
    expect(text).not.toContain("welcome")
  })
})
