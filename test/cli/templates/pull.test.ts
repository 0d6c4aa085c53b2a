import { mkdirSync, watch } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { dialog } from "../own/dialog.ts"
import { localLock, TemplateFolder } from "./template-folder.ts"

let folder: TemplateFolder
beforeEach(() => {
  folder = new TemplateFolder()
})
afterEach(() => folder.close())

const text = "<h1>Tea</h1>\n<p>One</p>\n<p>Two</p>\n<p>Three</p>\n<p>Four</p>\n"

/** Adds a template that is the same here and at the service. */
async function pulled(content = {}): Promise<number> {
  const id = await folder.add({ name: "Tea", subject: "Tea", html: text, ...content })
  expect((await folder.run("pull")).code).toBe(0)
  return id
}

describe("mas templates pull", () => {
  it("writes a folder for each template, and nothing the second time", async () => {
    await pulled()
    expect(folder.files()).toEqual([
      "tea/body.html.liquid",
      "tea/template.yaml",
      "welcome/body.html.liquid",
      "welcome/body.txt.liquid",
      "welcome/template.yaml",
    ])
    expect(folder.read("tea/template.yaml")).toBe("name: Tea\nsubject: Tea\n")
    const again = await folder.run("pull")
    expect(again).toMatchObject({ code: 0, rows: [] })
    expect(again.err).toContain("Nothing to pull")
  })

  it.each([
    ["Windows line ends", "<p>\r\n{{ data.x }}\r\n</p>\r\n"],
    ["no final line end", "<p>a\nb"],
    ["no content", ""],
    ["a byte order mark, and several scripts", "\uFEFFGrüße, 注文 🎉\u2028\u0000\t\n\n\n"],
  ])("preserves a body with %s exactly", { tags: "slow" }, async (_what, body) => {
    const id = await pulled({ html: body, body })
    expect([folder.read("tea/body.html.liquid"), folder.read("tea/body.txt.liquid")]).toEqual([body, body])
    expect(await folder.states()).toMatchObject({ tea: "same" })
    expect((await folder.run("push")).rows).toEqual([])
    expect((await folder.get(id)).version).toBe(1)
  })

  it("distinguishes a missing part from an empty one", async () => {
    await pulled({ html: null, body: "", preheader: "" })
    expect(folder.files().filter((file) => file.startsWith("tea/"))).toEqual([
      "tea/body.txt.liquid",
      "tea/template.yaml",
    ])
    expect(folder.read("tea/template.yaml")).toBe('name: Tea\nsubject: Tea\npreheader: ""\n')
    expect(await folder.states()).toMatchObject({ tea: "same" })
  })

  it("writes templates with unusual or equal names into portable folders", async () => {
    for (const name of [
      "Tea",
      "TEA",
      "tea",
      "Größe",
      "con",
      "partials",
      "🎉",
      "../../etc",
      ".base",
      " \u0007 ",
      "注文",
    ])
      await folder.add({ name })
    expect((await folder.run("pull")).code).toBe(0)
    expect(
      folder
        .files()
        .map((file) => file.split("/")[0])
        .filter((name) => name !== "welcome")
        .sort(),
    ).toEqual([
      "base",
      "etc",
      "größe",
      "tea",
      "tea-2",
      "tea-3",
      "template",
      "template-2",
      "template-con",
      "template-partials",
      "注文",
    ])
    expect(new Set(Object.values(await folder.states()))).toEqual(new Set(["same"]))
  })

  it("applies changes from the service, and keeps comments and samples", async () => {
    const id = await pulled()
    folder.edit("tea/template.yaml", (yaml) => `# For everybody.\n${yaml}samples:\n  one: { data: { x: 1 } }\n`)
    expect(await folder.states()).toMatchObject({ tea: "same" })
    await folder.change(id, {
      subject: "Green tea",
      html: text.replace("One", "1"),
      body: "New",
      reply_to: "a@acme.test",
    })
    expect((await folder.run("pull")).rows).toMatchObject([{ folder: "tea", action: "write", version: 2 }])
    expect(folder.read("tea/template.yaml")).toBe(
      "# For everybody.\nname: Tea\nsubject: Green tea\nsamples:\n  one: { data: { x: 1 } }\nreply_to: a@acme.test\n",
    )
    expect(folder.read("tea/body.html.liquid")).toBe(text.replace("One", "1"))
    expect(folder.read("tea/body.txt.liquid")).toBe("New")
    await folder.change(id, { body: null })
    await folder.run("pull")
    expect(folder.has("tea/body.txt.liquid")).toBe(false)
    expect(folder.bases()).toBe(2)
  })

  it("merges changes of both sides in different lines, to be pushed", async () => {
    const id = await pulled()
    folder.edit("tea/body.html.liquid", (html) => html.replace("One", "1"))
    await folder.change(id, { html: text.replace("Four", "4"), subject: "Green tea" })
    expect(await folder.states()).toMatchObject({ tea: "changed_both" })
    expect((await folder.run("pull")).rows).toMatchObject([{ folder: "tea", action: "merge" }])
    expect(folder.read("tea/body.html.liquid")).toBe(text.replace("One", "1").replace("Four", "4"))
    expect(await folder.states()).toMatchObject({ tea: "changed_here" })
    expect((await folder.run("push")).rows).toMatchObject([{ folder: "tea", action: "update", version: 3 }])
    expect((await folder.get(id)).html).toBe(text.replace("One", "1").replace("Four", "4"))
  })

  it("writes nothing if both sides changed the same lines, shows the diff, and ends with 5", async () => {
    const id = await pulled()
    folder.edit("tea/body.html.liquid", (html) => html.replace("One", "here"))
    await folder.change(id, { html: text.replace("One", "there") })
    const before = folder.read(localLock)
    const { code, err, rows } = await folder.run("pull")
    expect(code).toBe(5)
    expect(rows).toMatchObject([{ folder: "tea", action: "conflict" }])
    expect(err).toContain("+++ tea/body.html.liquid, here\n@@ -1,5 +1,5 @@\n <h1>Tea</h1>\n-<p>One</p>\n+<p>here</p>\n")
    expect(err).toContain("+++ tea/body.html.liquid, the service, version 2\n")
    expect(err).toContain("+<p>there</p>")
    expect(folder.read("tea/body.html.liquid")).toBe(text.replace("One", "here"))
    expect(folder.read(localLock)).toBe(before)
  })

  it("puts both versions between markers, which are not pushed before they are resolved", async () => {
    const id = await pulled()
    folder.edit("tea/body.html.liquid", (html) => html.replace("One", "here"))
    folder.edit("tea/template.yaml", (yaml) => yaml.replace("subject: Tea", "subject: Here"))
    await folder.change(id, { html: text.replace("One", "there"), subject: "There", preheader: "New" })
    expect((await folder.run("pull --on-conflict mark")).code).toBe(5)
    expect(folder.read("tea/body.html.liquid")).toBe(
      text.replace(
        "<p>One</p>\n",
        "<<<<<<< here\n<p>here</p>\n||||||| version 1, the common base\n<p>One</p>\n=======\n<p>there</p>\n>>>>>>> the service, version 2\n",
      ),
    )
    expect(folder.read("tea/template.yaml")).toBe(
      "# <<<<<<< here and the service both changed subject; at the service:\n# subject: There\n" +
        "# >>>>>>> Put the correct value below, and delete these lines\nname: Tea\nsubject: Here\npreheader: New\n",
    )
    const pushRun = await folder.run("push")
    expect(pushRun.code).toBe(6)
    expect(pushRun.err).toContain("templates/tea/body.html.liquid:2:1")
    expect(pushRun.err).toContain("templates/tea/template.yaml:1:1")
    folder.edit("tea/body.html.liquid", (html) => html.replace(/<{7}.*>{7}.*?\n/s, "<p>both</p>\n"))
    folder.edit("tea/template.yaml", (yaml) => yaml.replace(/^#.*\n/gm, ""))
    expect((await folder.run("push")).code).toBe(0)
    expect(await folder.get(id)).toMatchObject({
      version: 3,
      subject: "Here",
      preheader: "New",
      html: text.replace("One", "both"),
    })
    expect((await folder.run("push --check")).code).toBe(0)
  })

  it.each([
    ["ours", "here", "Here"],
    ["theirs", "there", "There"],
  ])("takes the lines of one side: %s", { tags: "slow" }, async (side, line, subject) => {
    const id = await pulled()
    folder.edit("tea/body.html.liquid", (html) => html.replace("One", "here").replace("Four", "4"))
    folder.edit("tea/template.yaml", (yaml) => yaml.replace("subject: Tea", "subject: Here"))
    await folder.change(id, { html: text.replace("One", "there"), subject: "There" })
    expect((await folder.run(`pull --on-conflict ${side}`)).code).toBe(0)
    // Changes of only one side are always kept.
    expect(folder.read("tea/body.html.liquid")).toBe(text.replace("One", line).replace("Four", "4"))
    expect(folder.read("tea/template.yaml")).toContain(`subject: ${subject}`)
    expect((await folder.run("push")).code).toBe(0)
    expect(await folder.get(id)).toMatchObject({ subject, html: text.replace("One", line).replace("Four", "4") })
  })

  it.each([
    ["ours", "here", "Here", "preheader: P\n"],
    ["theirs", "there", "There", ""],
  ])("takes one side even after both were marked: %s", { tags: "slow" }, async (side, line, subject, preheader) => {
    const id = await pulled({ preheader: "Tea" })
    folder.edit("tea/body.html.liquid", (html) => html.replace("One", "here").replace("Four", "4"))
    folder.edit(
      "tea/template.yaml",
      (yaml) => `# Mine.\n${yaml.replace("subject: Tea", "subject: Here").replace("r: Tea", "r: P")}`,
    )
    await folder.change(id, { html: text.replace("One", "there"), subject: "There", preheader: null })
    expect((await folder.run("pull --on-conflict mark")).code).toBe(5)
    expect((await folder.run("pull")).code).toBe(6)
    const solved = {
      code: 0,
      rows: [{ folder: "tea", action: "merge", detail: `Of the lines between conflict markers, ${side} are kept.` }],
    }
    expect(await folder.run(`pull --on-conflict ${side} --dry-run`)).toMatchObject(solved)
    expect(folder.read("tea/body.html.liquid")).toContain("<<<<<<<")
    expect(await folder.run(`pull --on-conflict ${side}`)).toMatchObject(solved)
    expect(folder.read("tea/body.html.liquid")).toBe(text.replace("One", line).replace("Four", "4"))
    expect(folder.read("tea/template.yaml")).toBe(`# Mine.\nname: Tea\nsubject: ${subject}\n${preheader}`)
    expect(await folder.states()).toMatchObject({ tea: "changed_here" })
  })

  it("leaves incomplete markers, and text that looks like one", async () => {
    await pulled()
    for (const html of [
      "<<<<<<< here\na\n",
      "<<<<<<< here\na\n=======\nb\n=======\nc\n>>>>>>> the service, version 2\n",
    ]) {
      folder.write("tea/body.html.liquid", html)
      expect((await folder.run("pull --on-conflict theirs")).code).toBe(6)
      expect(folder.read("tea/body.html.liquid")).toBe(html)
    }
  })

  it("ends after the template at hand when it is interrupted, and says how many were pulled", async () => {
    const count = 20
    for (let number = 1; number < count; number++) await folder.add({ name: `Tea ${number}` })
    const stop = new AbortController()
    mkdirSync(folder.dir)
    const watcher = watch(folder.dir, (_event, name) => {
      if (name === "tea-1") stop.abort()
    })
    const { code, err, rows } = await folder.run("pull", { io: { signal: stop.signal } })
    watcher.close()
    expect(code).toBe(130)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(count)
    expect(err).toContain(`${rows.length} template${rows.length === 1 ? " was" : "s were"} pulled.`)
    expect((await folder.run("pull")).rows).toHaveLength(count - rows.length)
  })

  it("writes nothing in a dry run", async () => {
    await folder.add({ name: "Tea" })
    const { code, rows } = await folder.run("pull --dry-run")
    expect([code, rows]).toMatchObject([
      0,
      [
        { folder: "tea", action: "write" },
        { folder: "welcome", action: "write" },
      ],
    ])
    expect(folder.files()).toEqual([])
  })

  it("skips a template whose folder was deleted, unless a flag says what to do, and continues", async () => {
    const id = await pulled()
    folder.remove("tea")
    await folder.change(1, { subject: "Green" })
    expect(await folder.states()).toMatchObject({ tea: "deleted_here" })
    expect(await folder.run("pull")).toMatchObject({
      code: 0,
      rows: [
        { folder: "tea", action: "none", detail: expect.stringContaining("--on-deleted write or forget") },
        { folder: "welcome", action: "write" },
      ],
    })
    expect((await folder.run("push --check")).code).toBe(1)
    expect((await folder.run("pull --on-deleted forget --dry-run")).rows).toMatchObject([
      { folder: "tea", action: "forget" },
    ])
    expect(await folder.states()).toMatchObject({ tea: "deleted_here" })
    const { rows } = await folder.run("pull --on-deleted forget")
    expect(rows).toMatchObject([{ folder: "tea", action: "forget", id }])
    expect(await folder.states()).toEqual({ tea: "forgotten", welcome: "same" })
    for (const line of ["push --check", "status --check", "pull", "diff", "push"])
      expect([line, (await folder.run(line)).code]).toEqual([line, 0])
    expect(await folder.run("pull --yes")).toMatchObject({ rows: [] })
    await folder.change(id, { subject: "Chai" })
    expect((await folder.run("pull")).rows).toEqual([])
    expect((await folder.run("push --check")).code).toBe(0)
    expect((await folder.run("pull --only tea")).rows).toMatchObject([{ folder: "tea", action: "write" }])
    expect(folder.read("tea/template.yaml")).toContain("Chai")
    expect([await folder.states(), folder.read(localLock)]).toEqual([
      { tea: "same", welcome: "same" },
      expect.not.stringContaining("forgotten"),
    ])
    folder.remove("tea")
    expect((await folder.run("pull --on-deleted write")).rows).toMatchObject([{ folder: "tea", action: "write" }])
  })

  it("recognizes a forgotten template when its folder comes back", async () => {
    await pulled()
    const yaml = folder.read("tea/template.yaml")
    folder.remove("tea")
    await folder.run("pull --on-deleted forget")
    folder.write("tea/template.yaml", yaml)
    folder.write("tea/body.html.liquid", text)
    expect(await folder.states()).toMatchObject({ tea: "same" })
    expect((await folder.run("push")).rows).toEqual([])
    expect(folder.read(localLock)).not.toContain("forgotten")
  })

  it("deletes the folder of a template deleted at the service only with --yes", async () => {
    const id = await pulled()
    const hide = { method: "GET", path: "/v1/my/templates", body: (await folder.all()).filter((one) => one.id !== id) }
    folder.sandbox.service.world.faults.add(hide)
    expect(await folder.states()).toMatchObject({ tea: "deleted_there" })
    expect(await folder.run("pull")).toMatchObject({
      code: 0,
      rows: [{ folder: "tea", action: "none", detail: "It was deleted at the service: --yes deletes its folder." }],
    })
    folder.write("tea/body.txt.liquid", "Mine")
    expect((await folder.run("pull --yes")).rows).toMatchObject([
      {
        folder: "tea",
        action: "none",
        detail: "It was deleted at the service, and changed here: mas templates push adds it again.",
      },
    ])
    folder.remove("tea/body.txt.liquid")
    const deletion = [{ folder: "tea", action: "delete" }]
    expect([(await folder.run("pull --dry-run")).rows, folder.has("tea")]).toMatchObject([deletion, true])
    const declined = await dialog(folder.sandbox.home, ["templates", "pull"], ["n"])
    expect(declined).toMatch(/Delete the folder tea, which was deleted at the service.*n\n[\s\S]*Nothing to pull/)
    expect([declined, folder.has("tea")]).toEqual([expect.stringContaining("ends with 0\n"), true])
    expect((await folder.run("pull --yes")).rows).toMatchObject(deletion)
    expect([folder.has("tea"), folder.lock[folder.sandbox.service.url]["(default)"].tea]).toEqual([false, undefined])
  })

  it("follows a renamed folder at every service and brand", async () => {
    const id = await pulled()
    const lock = folder.lock
    folder.write(
      localLock,
      JSON.stringify({ ...lock, "https://api.example.com": { main: { tea: { id: 9, version: 1, base: "x" } } } }),
    )
    folder.write("chai/template.yaml", folder.read("tea/template.yaml"))
    folder.write("chai/body.html.liquid", text.replace("One", "1"))
    folder.remove("tea")
    expect(await folder.states()).toEqual({ chai: "changed_here", welcome: "same" })
    await folder.change(id, { subject: "Chai" })
    expect((await folder.run("pull")).rows).toMatchObject([{ folder: "chai", action: "merge", id }])
    expect(Object.keys(folder.lock["https://api.example.com"].main)).toEqual(["chai"])
    expect((await folder.run("push")).rows).toMatchObject([{ folder: "chai", action: "update", id }])
    expect(await folder.all()).toHaveLength(2)
  })

  it("matches the templates of a new service by name, and overwrites none", async () => {
    folder.write("tea/template.yaml", "name: Tea\n")
    folder.write("tea/body.html.liquid", "mine\n")
    const id = await folder.add({ name: "Tea", html: "theirs\n" })
    expect(await folder.states()).toMatchObject({ tea: "changed_both" })
    expect((await folder.run("push")).code).toBe(5)
    expect((await folder.run("pull --on-conflict mark")).code).toBe(5)
    expect(folder.read("tea/body.html.liquid")).toBe(
      "<<<<<<< here\nmine\n=======\ntheirs\n>>>>>>> the service, version 1\n",
    )
    folder.write("tea/body.html.liquid", "mine\ntheirs\n")
    expect((await folder.run("push")).rows).toMatchObject([{ folder: "tea", id, action: "update" }])
  })

  it("removes entries that are gone on both sides, and of a folder that another branch renamed", async () => {
    const id = await pulled()
    const { lock } = folder
    const brand = lock[folder.sandbox.service.url]["(default)"]
    const gone = { ...brand.tea, id: 99 }
    Object.assign(brand, { gone, "old-tea": { ...brand.tea, version: 1 } })
    folder.write(localLock, JSON.stringify(lock))
    expect(await folder.states()).toEqual({ tea: "same", welcome: "same" })
    expect(await folder.run("push")).toMatchObject({ code: 0, rows: [] })
    expect(folder.lock[folder.sandbox.service.url]["(default)"]).toMatchObject({ tea: { id } })
    expect(Object.keys(folder.lock[folder.sandbox.service.url]["(default)"])).toEqual(["tea", "welcome"])
  })

  it("deletes the files of a template, and no others in its folder", async () => {
    const id = await pulled()
    folder.write("tea/notes.md", "Mine")
    const remaining = (await folder.all()).filter((one) => one.id !== id)
    folder.sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/templates", body: remaining })
    expect((await folder.run("pull --yes")).code).toBe(0)
    expect(folder.files().filter((file) => file.startsWith("tea/"))).toEqual(["tea/notes.md"])
  })

  it("overwrites nothing that was saved in the meantime", async () => {
    const id = await pulled()
    await folder.change(id, { subject: "Green tea", html: "theirs\n" })
    const { code, rows } = await folder.run("pull", {
      io: {
        fetch: async (url, init) => {
          const response = await folder.sandbox.service.fetch(url, init)
          if (String(url).includes("templates")) folder.write("tea/body.html.liquid", "mine\n")
          return response
        },
      },
    })
    expect([code, rows]).toMatchObject([5, [{ folder: "tea", action: "conflict" }]])
    expect(rows[0].detail).toMatch(/^templates.tea.body\.html\.liquid was saved in the meantime: nothing was written/)
    expect([folder.read("tea/body.html.liquid"), folder.read("tea/template.yaml")]).toEqual([
      "mine\n",
      "name: Tea\nsubject: Tea\n",
    ])
    expect(await folder.states()).toMatchObject({ tea: "changed_both" })
  })

  it("keeps the text of a partial that the folder does not have, and never writes a dangling tag", async () => {
    const id = await pulled()
    folder.write("partials/footer.html.liquid", "<p>Acme</p>\n")
    folder.edit("tea/body.html.liquid", (html) => `${html}{% render "footer" %}\n`)
    await folder.run("push")
    // A colleague starts without the partials.
    folder.remove(".")
    const first = await folder.run("pull")
    expect(first.err).toContain(
      'tea: the text that {% render "footer" %} put in stays in the file: the partial is not in this folder.',
    )
    expect(first.err).not.toContain("changed at the service")
    const { html } = await folder.get(id)
    await folder.change(id, { html: html?.replace("One", "1") ?? null })
    expect((await folder.run("pull")).code).toBe(0)
    expect(folder.read("tea/body.html.liquid")).toBe(html?.replace("One", "1"))
    expect(await folder.states()).toMatchObject({ tea: "same" })
    // First with another partial of that name, then with the same one.
    folder.remove("tea")
    folder.remove(localLock)
    folder.write("partials/footer.html.liquid", "<p>Other</p>\n")
    expect((await folder.run("pull")).err).toContain(
      "put in stays in the file: the partial in this folder has another text.",
    )
    folder.write("partials/footer.html.liquid", "<p>Acme</p>\n")
    await folder.change(id, { html: html?.replace("One", "2") ?? null })
    await folder.run("pull")
    expect(folder.read("tea/body.html.liquid")).toBe(`${text.replace("One", "2")}{% render "footer" %}\n`)
  })

  it("skips a template that cannot be read, and ends with 6 after the others", async () => {
    const id = await pulled()
    folder.write("tea/template.yaml", "name: [")
    await folder.change(1, { subject: "Green" })
    await folder.add({ name: "Chai" })
    const problem = "templates/tea/template.yaml:1:8"
    const status = await folder.run("status")
    expect(status).toMatchObject({
      code: 6,
      rows: [
        { folder: "chai", state: "new_there" },
        { folder: "tea", state: "unreadable", id, detail: expect.stringContaining(problem) },
        { folder: "welcome", state: "changed_there" },
      ],
    })
    const diff = await folder.run("diff")
    expect(diff).toMatchObject({ code: 6, rows: [{ folder: "chai" }, { folder: "welcome" }] })
    const pull = await folder.run("pull")
    expect(pull).toMatchObject({
      code: 6,
      rows: [
        { folder: "chai", action: "write" },
        { folder: "tea", action: "none", detail: expect.stringContaining(problem) },
        { folder: "welcome", action: "write" },
      ],
    })
    for (const { err } of [status, diff, pull]) {
      expect(err).toContain(problem)
      expect(err).not.toContain("Nothing was sent")
    }
    expect(folder.read("tea/template.yaml")).toBe("name: [")
    folder.edit("welcome/template.yaml", (yaml) => yaml.replace("Green", "Red"))
    expect(await folder.run("push")).toMatchObject({
      code: 6,
      rows: [],
      err: expect.stringContaining("Nothing was sent"),
    })
    for (const line of ["push --only welcome", "status --only welcome", "pull --only welcome", "diff --only welcome"])
      expect([line, (await folder.run(line)).code]).toEqual([line, 0])
    expect((await folder.get(1)).subject).toBe("Red")
  })

  it("writes no template that an unreadable folder may already hold", async () => {
    await pulled()
    folder.write("chai/template.yaml", "name: [")
    folder.remove("tea")
    await folder.add({ name: "Chai" })
    await folder.add({ name: "Mint" })
    const { code, rows, err } = await folder.run("pull --on-deleted write")
    expect([code, rows]).toMatchObject([
      6,
      [
        { folder: "chai", state: "unreadable" },
        {
          folder: "chai-2",
          action: "none",
          detail: "chai, which cannot be read, may be this template: correct it first.",
        },
        { folder: "mint", action: "write" },
        { folder: "tea", action: "none" },
      ],
    ])
    expect(err).toContain("chai-2, tea: not pulled, as the rows say. The others were.")
    expect([folder.has("chai-2"), folder.has("tea")]).toEqual([false, false])
  })

  it.each([
    ["name: Chai\npreheader: 1\n", "other", "none"],
    ["name: Mint\npreheader: 1\n", "other", "write"],
    ["name: Mint\npreheader: 1\n", "<p>Chai</p>\n", "none"],
    [undefined, "<p>Chai</p>\n", "none"],
    [undefined, "other", "write"],
  ])("knows an unreadable folder by its name or a body: %j, %j", async (yaml, body, action) => {
    await folder.run("pull")
    if (yaml !== undefined) folder.write("x/template.yaml", yaml)
    folder.write("x/body.html.liquid", body)
    await folder.add({ name: "Chai", html: "<p>Chai</p>\n" })
    const { code, rows, err } = await folder.run("pull")
    expect([code, rows]).toMatchObject([
      6,
      [
        { folder: "chai", action },
        { folder: "x", action: "none" },
      ],
    ])
    expect(err.includes("The others were pulled.")).toBe(action === "write")
    expect((await folder.run("pull --dry-run")).err).toContain("Nothing was written: this was a dry run.")
  })

  describe("that was killed", () => {
    const part = "template.yaml.3b241101-e2bb-4255-8caf-4136c566a962.part"

    it("leaves no half of a folder, and nothing after the next run", async () => {
      await folder.add({ name: "Tea", html: text, body: "Tea" })
      await folder.run("pull --only welcome")
      // What a kill leaves at the worst moment: a new folder that is not in its place yet, and a part of a file.
      folder.write(".base/local/unfinished/tea/body.html.liquid", text)
      for (const path of [`.base/local/unfinished/tea/${part}`, `welcome/${part}`, `.base/${part}`, part])
        folder.write(path, "name: T")
      folder.write("welcome/my.part", "mine")
      expect(await folder.run("pull")).toMatchObject({ code: 0, rows: [{ folder: "tea", action: "write" }] })
      expect(folder.files().filter((file) => file.includes("part"))).toEqual(["welcome/my.part"])
      expect([folder.has(".base/local/unfinished"), folder.has(`.base/${part}`)]).toEqual([false, false])
      expect(await folder.states()).toEqual({ tea: "same", welcome: "same" })
    })

    it("writes into a folder that has other files", async () => {
      await folder.add({ name: "Tea", html: text })
      folder.write("tea/README.md", "mine")
      mkdirSync(join(folder.dir, "welcome"))
      await folder.run("pull")
      expect(folder.files()).toEqual([
        "tea-2/body.html.liquid",
        "tea-2/template.yaml",
        "tea/README.md",
        "welcome-2/body.html.liquid",
        "welcome-2/body.txt.liquid",
        "welcome-2/template.yaml",
      ])
      folder.remove("tea-2")
      folder.write("tea-2/README.md", "mine")
      expect((await folder.run("pull --on-deleted write")).code).toBe(0)
      expect(folder.files()).toContain("tea-2/template.yaml")
      expect(folder.read("tea-2/README.md")).toBe("mine")
    })
  })

  it("says that .base is missing, since a change at the service then looks like one on both sides", async () => {
    const id = await pulled()
    await folder.change(id, { subject: "Green" })
    const lock = folder.read(localLock)
    folder.remove(".base")
    folder.write(localLock, lock)
    const missing = /^[0-9a-f]{16}\.json is missing from templates\/\.base,.*version control/
    expect((await folder.run("status")).rows).toMatchObject([
      { folder: "tea", state: "changed_both", detail: expect.stringMatching(missing) },
      { folder: "welcome", state: "same" },
    ])
    const pull = await folder.run("pull")
    expect(pull).toMatchObject({ code: 5, rows: [{ action: "conflict", detail: expect.stringMatching(missing) }] })
    expect(pull.err).toContain("json is missing")
    expect((await folder.run("push")).err).toContain("json is missing")
  })

  it("says where to change a compiled part, and offers no option that cannot work", async () => {
    folder.write("../node_modules/mjml/package.json", JSON.stringify({ name: "mjml", main: "main.cjs" }))
    folder.write("../node_modules/mjml/main.cjs", "module.exports = async (html) => ({ html, errors: [] })")
    folder.write("tea/template.yaml", "name: Tea\nsubject: Tea\n")
    folder.write("tea/template.mjml", "<p>Tea</p>\n")
    await folder.run("push")
    const id = folder.lock[folder.sandbox.service.url]["(default)"].tea.id
    await folder.change(id, { html: "<p>Green</p>\n" })
    const advice =
      "html is compiled from templates/tea/template.mjml: make the change there, then pull with --on-conflict ours."
    for (const flag of ["", " --on-conflict mark", " --on-conflict theirs"]) {
      const { code, rows, err } = await folder.run(`pull${flag}`)
      expect([code, rows.at(0)]).toMatchObject([5, { folder: "tea", action: "conflict", detail: advice }])
      expect(err).toContain("+++ tea/template.mjml html, the service, version 2")
      expect(err).toContain("Changed at the service, and cannot be merged here: tea. None of these was written")
      expect(err).not.toContain("mark, ours or theirs")
    }
    const screen = await dialog(folder.sandbox.home, ["templates", "pull"], ["2"])
    expect(screen).toContain("tea: html changed at the service. What to do?")
    expect(screen).not.toContain("theirs")
    expect(await folder.states()).toMatchObject({ tea: "changed_here" })
  })

  it("reports an error of the disk", async () => {
    await folder.add({ name: "Tea" })
    folder.write(".base", "no folder")
    const { code, err } = await folder.run("pull")
    expect(code).toBe(1)
    expect(err).toMatch(/templates\S* cannot be written/)
  })

  it("refuses a lock file with conflict markers, or with folders elsewhere", async () => {
    await pulled()
    folder.edit(localLock, (text) => `<<<<<<< HEAD\n${text}`)
    const conflict = await folder.run("status")
    expect([conflict.code, conflict.err]).toEqual([
      6,
      expect.stringContaining("keep the entry with the higher version"),
    ])
    folder.write(localLock, '{"https://x":{"main":{"../../x":{"id":1,"version":1,"base":""}}}}')
    expect((await folder.run("pull")).code).toBe(6)
  })

  it.each([
    ["1", 5, "mine"],
    ["2", 5, "<<<<<<< here\nmine"],
    ["3", 0, "mine"],
    ["4", 0, "theirs"],
  ])("asks on a terminal how to resolve lines changed on both sides: response %s", async (response, code, line) => {
    const id = await pulled({ html: "one\n" })
    folder.write("tea/body.html.liquid", "mine\n")
    await folder.change(id, { html: "theirs\n" })
    const screen = await dialog(folder.sandbox.home, ["templates", "pull"], [response])
    const question = screen.indexOf("tea: html changed here and at the service")
    expect(screen.slice(0, question)).toContain("-one\n+mine\n")
    expect(screen.slice(0, question)).toContain("-one\n+theirs\n")
    expect(screen).toContain(`ends with ${code}\n`)
    expect(folder.read("tea/body.html.liquid").startsWith(`${line}\n`)).toBe(true)
  })

  it.each([
    ["1", "same"],
    ["2", "forgotten"],
    ["3", "deleted_here"],
  ])("asks on a terminal what to do with a template whose folder was deleted: response %s", async (response, state) => {
    await pulled()
    folder.remove("tea")
    const screen = await dialog(folder.sandbox.home, ["templates", "pull"], [response])
    expect(screen).toContain("The folder tea was deleted, and the template is still at the service. What to do?")
    expect(screen).toContain("ends with 0\n")
    expect(await dialog(folder.sandbox.home, ["templates", "pull", "--dry-run"], [])).not.toContain("What to do?")
    expect(await folder.states()).toMatchObject({ tea: state })
  })

  it("starts over with a service that was reset, once its account is confirmed", async () => {
    const id = await pulled()
    await folder.change(id, { subject: "2" })
    await folder.run("pull")
    folder.sandbox.service.world.reset()
    await folder.add({ name: "Tea", subject: "Tea", html: text })
    // What is there now may be another account's.
    expect((await folder.run("pull --on-conflict ours")).code).toBe(5)
    expect((await folder.run("pull --on-conflict ours --confirm-account Acme")).code).toBe(0)
    expect((await folder.run("push")).rows).toMatchObject([{ folder: "tea", action: "update" }])
  })

  it("needs no bodies in the list", async () => {
    const id = await pulled({ body: "Text" })
    const bare = (await folder.all()).map(({ html: _, body: __, ...row }) => row)
    folder.sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/templates", body: bare })
    const reads = () =>
      folder.sandbox.service.world.requests.list().filter(({ path }) => path === `/v1/my/templates/${id}`).length
    expect([await folder.states(), reads()]).toEqual([{ tea: "same", welcome: "same" }, 0])
    folder.remove(localLock)
    expect([await folder.states(), reads()]).toEqual([{ tea: "same", welcome: "same" }, 1])
  })
})
