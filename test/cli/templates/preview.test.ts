import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { previewsOf } from "../../../cli/templates/preview-world.ts"
import { readTemplates } from "../../../cli/templates/read-templates.ts"
import { Home } from "../own/run.ts"
import { shopTemplates, writeFiles } from "./folder.ts"
import { TemplateFolder } from "./template-folder.ts"

let templates: TemplateFolder
beforeEach(() => {
  templates = new TemplateFolder()
  writeFiles(templates.sandbox.home.folder, shopTemplates)
})
afterEach(() => templates.close())

const yaml = "templates/receipt/template.yaml"

describe("mas templates preview", () => {
  it("lists the templates in a dry run, and starts nothing", async () => {
    const { code, rows } = await templates.run("preview --dry-run")
    expect([code, rows]).toEqual([
      0,
      [
        { folder: "password-reset", sample: null },
        { folder: "receipt", sample: "tea" },
        { folder: "welcome", sample: null },
      ],
    ])
  })

  it("lists the existing templates for an unknown name, and names a folder without any", async () => {
    const { code, err } = await templates.run("preview recipt")
    expect([code, err]).toEqual([6, expect.stringContaining("password-reset, receipt, welcome")])
    const empty = await templates.run("preview --dir emails")
    expect([empty.code, empty.err]).toEqual([10, expect.stringContaining("emails has no template")])
  })

  it("lists them, too, for a test of an unknown name", async () => {
    templates.remove("templates.lock.json")
    const { code, err } = await templates.run("preview recipt --to ana@example.test")
    expect([code, err]).toEqual([6, expect.stringContaining("password-reset, receipt, welcome")])
  })

  it("keeps the entries of a template that cannot be read", async () => {
    const dir = templates.dir
    const before = previewsOf(await readTemplates(dir))
    writeFiles(templates.sandbox.home.folder, { [yaml]: "subject: no name" })
    const after = previewsOf(await readTemplates(dir), before)
    expect(after.map(({ folder, sample, to }) => ({ folder, sample, to }))).toEqual(
      before.map(({ folder, sample, to }) => ({ folder, sample, to })),
    )
    expect(after.find(({ folder }) => folder === "receipt")?.template).toBeUndefined()
  })

  it("sends each template with each sample to its own mock server, and says what cannot be shown", async () => {
    const home = new Home()
    onTestFinished(() => home.remove())
    writeFiles(home.folder, shopTemplates)
    writeFiles(home.folder, {
      [yaml]: `${shopTemplates[yaml]}  named: { data: { order: "1002", name: Ana }, contact: { first_name: Ana } }\n`,
      "templates/welcome/body.txt.liquid": "Welcome {{ data.name",
      "templates/sender/template.yaml": "name: Sender\nsubject: Hi\nfrom_email: news@shop.test\n",
      "templates/sender/body.txt.liquid": "Hello {{ contact.first_name }}.\n",
    })
    const running = home.start(["templates", "preview"])
    const [, url = ""] = await running.stdout.until(/Preview: (\S+)/)
    const read = async (path: string) => (await fetch(`${new URL(url).origin}/_mock/${path}`)).json()
    const messages: { to: string; subject: string }[] = await read("messages")
    expect(messages.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      ["named.receipt@preview.test", "Your receipt 1002"],
      ["password-reset@preview.test", "Your password"],
      ["sender@preview.test", "Hi"],
      ["tea.receipt@preview.test", "Your receipt 1001"],
      ["welcome@preview.test", "welcome cannot be shown"],
    ])
    const problem = join("templates", "welcome", "body.txt.liquid:1:9")
    expect((await read("messages/5")).text).toContain(problem)
    expect((await read("messages/3")).text).toContain("Thank you, Ana")
    expect(running.stderr.text).toContain(problem)
    running.interrupt()
    expect((await running.ended).code).toBe(130)
  })

  it("has the service send a test of one template, and of no other text than is pushed", async () => {
    const { messages } = templates.sandbox.service.world
    const early = await templates.run("preview receipt --to ana@example.test")
    expect([early.code, early.err]).toEqual([5, expect.stringContaining("mas templates push")])
    const none = await templates.run("preview --to ana@example.test")
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("a test sends one template")])
    expect(messages.list()).toEqual([])
    await templates.run("push --only receipt")
    expect((await templates.run("preview receipt --to ana@example.test")).code).toBe(0)
    expect(messages.list()).toMatchObject([
      { to: "ana@example.test", subject: expect.stringContaining("Your receipt") },
    ])
    const refusal = { email: "ana@example.test", success: false, error: "suppressed" }
    const tested = (...results: object[]) => {
      templates.sandbox.service.world.faults.add({
        method: "POST",
        path: "/v1/my/templates/*",
        body: { results },
        times: 1,
      })
      return templates.run("preview receipt --to ana@example.test,bo@example.test")
    }
    const sent = { email: "bo@example.test", success: true }
    const err = expect.stringContaining('1 refused. suppressed: "ana@example.test"\n')
    expect(await tested(refusal, sent)).toMatchObject({ code: 9, err, rows: [refusal, sent] })
    expect(await tested(refusal)).toMatchObject({ code: 6, err, rows: [refusal] })
  })

  it("has the service send a test only of a pushed template without later changes", { tags: "slow" }, async () => {
    const early = await templates.run("preview receipt --to ana@example.test")
    expect([early.code, early.err]).toEqual([5, expect.stringContaining("mas templates push")])
    expect((await templates.run("push")).code).toBe(0)
    const { code, rows } = await templates.run("preview receipt --to ana@example.test,bo@example.test")
    expect([code, rows]).toEqual([
      0,
      [
        expect.objectContaining({ email: "ana@example.test", success: true }),
        expect.objectContaining({ email: "bo@example.test", success: true }),
      ],
    ])
    writeFiles(templates.sandbox.home.folder, { "templates/receipt/body.txt.liquid": "Another text" })
    const late = await templates.run("preview receipt --to ana@example.test")
    expect([late.code, late.err]).toEqual([5, expect.stringContaining("another text")])
    expect((await templates.run("preview --to ana@example.test")).err).toContain("a test sends one template")
  })

  it("has the id of a pushed template, which `types --ids` prints for a service on this machine", async () => {
    await templates.run("push --only receipt")
    expect((await templates.run("types --ids")).rows).toEqual({ receipt: expect.any(Number) })
  })
})
