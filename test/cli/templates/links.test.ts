import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { TemplateFolder } from "./template-folder.ts"

/** What stands beside the folder of templates, and belongs to the user. */
const outside = { ".env": "PASSWORD=hunter2\n", "package.json": "{}\n", "0123456789abcdef.json": "{}\n" }

let folder: TemplateFolder
let repository: string
beforeEach(() => {
  folder = new TemplateFolder()
  repository = dirname(folder.dir)
  mkdirSync(folder.dir)
  for (const [name, text] of Object.entries(outside)) writeFileSync(join(repository, name), text)
})
afterEach(async () => {
  for (const [name, text] of Object.entries(outside)) expect(readFileSync(join(repository, name), "utf8")).toBe(text)
  await folder.close()
})

function link(path: string, target: string): void {
  mkdirSync(dirname(join(folder.dir, path)), { recursive: true })
  symlinkSync(target, join(folder.dir, path))
}

const isSent = async () => JSON.stringify(await folder.all()).includes("hunter2")

describe("links in a folder of templates", () => {
  it.each(["pull", "push", "status", "diff"])(
    "a link in place of .base ends %s, and nothing where it leads changes",
    async (command) => {
      link(".base", "..")
      const before = readdirSync(repository)
      const { code, err } = await folder.run(command)
      expect(code).not.toBe(0)
      expect(err).toContain("templates/.base")
      expect(err).toContain(String.raw`is a link to \"..\"`)
      expect(readdirSync(repository)).toEqual(before)
      expect(folder.has("welcome")).toBe(false)
    },
  )

  it("a link to a folder of templates in place of .base is refused, too", async () => {
    await folder.run("pull")
    folder.remove(".base")
    link(".base", "welcome")
    expect((await folder.run("pull")).err).toContain(String.raw`is a link to \"welcome\"`)
    expect(folder.has("welcome/template.yaml")).toBe(true)
  })

  it("removes nothing from .base that it did not write", async () => {
    for (const name of ["package.json", "0123456789abcdef.json", "note.txt"])
      folder.write(`.base/local/${name}`, "{}\n")
    const [{ id } = { id: 0 }] = await folder.all()
    await folder.run("pull")
    await folder.change(id, { subject: "Other" })
    await folder.run("pull")
    expect(readdirSync(join(folder.dir, ".base/local"))).toEqual(
      expect.arrayContaining(["package.json", "0123456789abcdef.json", "note.txt"]),
    )
    // Of the service's contents, only the latest.
    expect(folder.bases()).toBe(2)
  })

  it.each(["body.txt.liquid", "body.html.liquid", "template.yaml", "template.mjml"])(
    "%s that leads out of the folder is named and not sent",
    async (file) => {
      folder.write("x/template.yaml", "name: X\nsubject: Hi\n")
      folder.write("x/body.html.liquid", "<p>Hi</p>")
      if (folder.has(`x/${file}`)) folder.remove(`x/${file}`)
      link(`x/${file}`, "../../.env")
      const { code, err } = await folder.run("push")
      expect(code).toBe(6)
      expect(err).toContain(`templates/x/${file}`)
      expect(err).toContain("outside of the folder of templates")
      expect(await isSent()).toBe(false)
    },
  )

  it.each([
    ["a partial", "partials/footer.liquid", "../../.env"],
    ["a folder of partials", "partials", ".."],
    ["a folder in the partials", "partials/more", "../.."],
    ["a template's folder", "x", "../elsewhere"],
    ["the lock file", "templates.lock.json", "../package.json"],
    ["a link to a link", "x/body.txt.liquid", "../y/out"],
    ["an absolute link", "x/body.txt.liquid", "/etc/hostname"],
  ])("%s that leads out is named", async (_what, path, target) => {
    mkdirSync(join(repository, "elsewhere"))
    for (const name of ["template.yaml", "body.txt.liquid"])
      writeFileSync(join(repository, "elsewhere", name), "name: hunter2\n")
    folder.write("y/template.yaml", "name: Y\n")
    folder.write("y/body.txt.liquid", "{% render 'footer' %}")
    if (path !== "partials") folder.write("partials/footer.txt.liquid", "Bye")
    if (target === "../y/out") link("y/out", "../../.env")
    if (path.startsWith("x/")) folder.write("x/template.yaml", "name: X\n")
    link(path, target)
    const { code, err } = await folder.run("push")
    expect(code).toBe(6)
    expect(err).toContain(`templates/${path}`)
    expect(await isSent()).toBe(false)
  })

  it("a pull writes nothing through a link that leads out", async () => {
    const id = await folder.add({ name: "Tea", subject: "Tea", body: "One" })
    await folder.run("pull")
    folder.remove("tea/body.txt.liquid")
    link("tea/body.txt.liquid", "../../.env")
    await folder.change(id, { body: "Two" })
    const { code, err } = await folder.run("pull")
    expect([code, err]).toEqual([6, expect.stringContaining("templates/tea/body.txt.liquid")])
  })

  it("a pull makes no folder where a link that leads out points", async () => {
    link("welcome", "../elsewhere")
    const { code } = await folder.run("pull")
    expect(code).not.toBe(0)
    expect(existsSync(join(repository, "elsewhere"))).toBe(false)
  })

  it("generated types are not written through a link that leads out", async () => {
    await folder.run("pull")
    link("templates.gen.ts", "../package.json")
    const { code, err } = await folder.run("types templates")
    expect([code, err]).toEqual([1, expect.stringContaining("templates.gen.ts")])
  })

  it("links within the folder are fine, and stay links", async () => {
    const id = await folder.add({ name: "Tea", subject: "Tea", body: "One" })
    await folder.run("pull")
    folder.write("shared/tea.txt", "One")
    folder.remove("tea/body.txt.liquid")
    link("tea/body.txt.liquid", "../shared/tea.txt")
    expect(await folder.states()).toMatchObject({ tea: "same" })
    await folder.change(id, { body: "Two" })
    expect((await folder.run("pull")).code).toBe(0)
    expect(lstatSync(join(folder.dir, "tea/body.txt.liquid")).isSymbolicLink()).toBe(true)
    expect(folder.read("shared/tea.txt")).toBe("Two")
  })

  it("a linked folder is a folder, and a link whose target is missing is written through", async () => {
    folder.write("shared/tea/template.yaml", "name: Tea\n")
    link("shared/tea/body.txt.liquid", "../tea.txt")
    folder.write("shared/tea.txt", "One")
    link("tea", "shared/tea")
    expect((await folder.run("push")).rows).toMatchObject([
      { folder: "tea", action: "create" },
      { folder: "welcome", action: "none" },
    ])
    const [tea] = (await folder.all()).filter(({ name }) => name === "Tea")
    folder.remove("shared/tea.txt")
    await folder.change(tea?.id ?? 0, { body: "Two" })
    const { code } = await folder.run("pull --on-conflict theirs")
    expect([code, folder.read("shared/tea.txt")]).toEqual([0, "Two"])
  })

  it("a pull that deletes a template removes a link to its folder, and no other file in it", async () => {
    folder.write("shared/tea/template.yaml", "name: Tea\n")
    folder.write("shared/tea/body.txt.liquid", "One")
    folder.write("shared/tea/notes.md", "Mine")
    link("tea", "shared/tea")
    await folder.run("push")
    await folder.run("pull")
    const others = (await folder.all()).filter(({ name }) => name !== "Tea")
    folder.sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/templates", body: others })
    expect((await folder.run("pull --yes")).rows).toMatchObject([{ folder: "tea", action: "delete" }])
    expect([folder.has("tea"), readdirSync(join(folder.dir, "shared/tea"))]).toEqual([false, ["notes.md"]])
  })

  it("each partial is read once, though a link leads back to their folder", async () => {
    folder.write("partials/footer.html.liquid", "Bye")
    folder.write("partials/deep/head.html.liquid", "Hello")
    link("partials/again", ".")
    link("partials/gone.html.liquid", "nowhere")
    folder.write("tea/template.yaml", "name: Tea\nsubject: Tea\n")
    folder.write("tea/body.html.liquid", '{% render "deep/head" %}{% render "footer" %}')
    const { code, rows } = await folder.run("push")
    expect([code, rows]).toMatchObject([0, [{ folder: "tea", action: "create" }, {}]])
    const tea = (await folder.all()).find(({ name }) => name === "Tea")
    expect(tea?.html).toMatch(/Hello[\s\S]*Bye/)
  })

  it("a link as the folder itself is a folder", async () => {
    mkdirSync(join(repository, "mails"))
    folder.remove("")
    symlinkSync("mails", folder.dir)
    expect((await folder.run("pull")).code).toBe(0)
    expect(existsSync(join(repository, "mails", "welcome", "template.yaml"))).toBe(true)
  })

  it("a body that is too large, or not a file, is named", async () => {
    folder.write("x/template.yaml", "name: X\n")
    folder.write("x/body.txt.liquid", "x".repeat(17 * 1024 * 1024))
    mkdirSync(join(folder.dir, "x/body.html.liquid"))
    const { err } = await folder.run("push")
    expect(err).toContain("more than 16 MiB")
  })
})
