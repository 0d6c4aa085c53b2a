import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { TemplateFolder } from "./template-folder.ts"

let folder: TemplateFolder
beforeEach(async () => {
  folder = new TemplateFolder({
    fixtures: {
      accounts: {
        main: {
          brands: {
            main: { default: true, senders: [{ email: "hello@acme.test" }] },
            garden: { templates: [{ name: "Roses", html: "<p>Roses</p>\n" }] },
          },
        },
      },
    },
  })
  await folder.run("pull")
})
afterEach(() => folder.close())

/** Writes a template that the service does not have yet. */
function write(name: string, html = `<p>${name}</p>\n`, more = ""): void {
  folder.write(`${name.toLowerCase()}/template.yaml`, `name: ${name}\nsubject: ${name}\n${more}`)
  folder.write(`${name.toLowerCase()}/body.html.liquid`, html)
  folder.write(`${name.toLowerCase()}/body.txt.liquid`, `${name}\n`)
}

describe("mas templates diff", () => {
  it("shows what push would change, and what pull would change", async () => {
    write("Tea")
    await folder.run("push")
    folder.edit("tea/body.txt.liquid", (text) => `${text}More\n`)
    const { rows } = await folder.run("diff")
    expect(rows).toMatchObject([
      {
        folder: "tea",
        diff: "--- tea/body.txt.liquid, the service, version 1\n+++ tea/body.txt.liquid, here\n@@ -1,1 +1,2 @@\n Tea\n+More",
      },
    ])
    await folder.run("push")
    await folder.change((await folder.all())[0]?.id ?? 0, { subject: "Green" })
    const drawn = await folder.sandbox.run(["templates", "diff"], { terminal: true, env: { NO_COLOR: "1" } })
    expect(drawn.out).toBe(
      "--- tea/template.yaml subject, here\n+++ tea/template.yaml subject, the service, version 3\n@@ -1,1 +1,1 @@\n-Tea\n+Green\n",
    )
  })
})
