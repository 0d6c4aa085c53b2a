import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { dialog } from "../own/dialog.ts"
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

const requests = () => folder.sandbox.service.world.requests.list().map(({ method, path }) => `${method} ${path}`)
const writes = () => requests().filter((line) => !line.startsWith("GET"))

describe("mas templates push", () => {
  it("adds new templates, updates only the changed fields, and then has nothing to do", async () => {
    write("Tea")
    const first = await folder.run("push")
    expect(first).toMatchObject({ code: 0, rows: [{ folder: "tea", state: "new_here", action: "create", version: 1 }] })
    folder.edit("tea/template.yaml", (yaml) => `${yaml}from_email: hello@acme.test\n`)
    folder.remove("tea/body.txt.liquid")
    const { rows } = await folder.run("push")
    expect(rows).toMatchObject([{ folder: "tea", state: "changed_here", action: "update", version: 2 }])
    const { request_body } =
      folder.sandbox.service.world.requests.list().findLast(({ method }) => method === "PATCH") ?? {}
    expect(request_body).toEqual({ from_email: "hello@acme.test", body: null, if_version: 1 })
    folder.sandbox.service.world.requests.clear()
    expect((await folder.run("push")).rows).toEqual([])
    expect(requests()).toEqual(["GET /v1/my/account", "GET /v1/my/templates"])
  })

  it("sends nothing under --dry-run and --check, which ends with 1 if the service differs", async () => {
    write("Tea")
    expect(await folder.run("push --dry-run")).toMatchObject({ code: 0, rows: [{ folder: "tea", action: "create" }] })
    expect(await folder.run("push --check")).toMatchObject({ code: 1, rows: [{ folder: "tea", action: "create" }] })
    expect(await folder.run("status --check")).toMatchObject({ code: 1 })
    expect(writes()).toEqual([])
    await folder.run("push")
    expect(await folder.run("push --check")).toMatchObject({ code: 0, rows: [] })
    expect(await folder.run("status --check")).toMatchObject({ code: 0, rows: [{ folder: "tea", state: "same" }] })
    await folder.change((await folder.all())[0]?.id ?? 0, { subject: "x" })
    expect(await folder.run("push --check")).toMatchObject({ code: 1, rows: [{ folder: "tea", action: "none" }] })
  })

  it("sends nothing at all if one template was changed on both sides", async () => {
    write("Tea")
    write("Roses")
    await folder.run("push")
    const [roses, tea] = await folder.all()
    folder.edit("tea/body.txt.liquid", () => "mine\n")
    folder.edit("roses/body.txt.liquid", () => "mine\n")
    await folder.change(tea?.id ?? 0, { body: "theirs\n" })
    const { code, err } = await folder.run("push")
    expect(code).toBe(5)
    expect(err).toContain("-Tea\n+mine\n")
    expect(err).toContain("-Tea\n+theirs\n")
    expect(err).toContain("Changed here and at the service: tea. Nothing was pushed")
    expect((await folder.get(roses?.id ?? 0)).version).toBe(1)
    expect(await folder.run("push --only roses")).toMatchObject({ code: 0, rows: [{ folder: "roses" }] })
    expect(await folder.run("push --only lilies")).toMatchObject({ code: 6 })
  })

  it("leaves changes at the service alone, and reports them", async () => {
    write("Tea")
    await folder.run("push")
    await folder.change((await folder.all())[0]?.id ?? 0, { subject: "Green tea" })
    await folder.add({ name: "Roses" })
    write("Mint")
    const { code, rows } = await folder.run("push")
    expect(code).toBe(0)
    expect(rows).toMatchObject([
      { folder: "mint", action: "create" },
      { folder: "roses", action: "none", detail: "It is new at the service: mas templates pull writes it." },
      { folder: "tea", action: "none", detail: "It was changed at the service: mas templates pull merges the change." },
    ])
  })

  it("detects a concurrent change: the first wins, and the other says so", async () => {
    write("Tea")
    await folder.run("push")
    const [tea] = await folder.all()
    folder.edit("tea/body.txt.liquid", () => "mine\n")
    const { code, err } = await folder.run("push", {
      io: {
        // Another change arrives just before.
        fetch: async (url, init) => {
          if (init.method === "PATCH") await folder.change(tea?.id ?? 0, { body: "theirs\n" })
          return folder.sandbox.service.fetch(url, init)
        },
      },
    })
    expect(code).toBe(5)
    expect(err).toContain("tea was changed at the service in the meantime: it has version 2, not 1")
    expect((await folder.get(tea?.id ?? 0)).body).toBe("theirs\n")
    expect(await folder.states()).toEqual({ tea: "changed_both" })
  })

  it("recognizes its own change if the response was lost", async () => {
    write("Tea")
    folder.sandbox.service.world.faults.add({ method: "POST", drop: "after", times: 1 })
    expect((await folder.run("push --max-retries 0")).code).toBe(8)
    expect(await folder.run("push")).toMatchObject({ code: 0, rows: [] })
    expect(await folder.all()).toHaveLength(1)
    folder.edit("tea/body.txt.liquid", () => "mine\n")
    folder.sandbox.service.world.faults.add({ method: "PATCH", drop: "after", times: 1 })
    expect((await folder.run("push")).code).toBe(0)
    expect(await folder.run("push --check")).toMatchObject({ code: 0 })
  })

  it("adds a template once, however many pushes run concurrently", async () => {
    write("Tea")
    write("Mint")
    const both = await Promise.all([folder.run("push"), folder.run("push")])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(both.flatMap(({ rows }) => rows)).toHaveLength(2)
    expect((await folder.all()).map(({ name }) => name)).toEqual(["Mint", "Tea"])
    expect(await folder.states()).toEqual({ mint: "same", tea: "same" })
  })

  it("waits for another command in the folder, until Ctrl-C", async () => {
    write("Tea")
    folder.write(".base/local/running.lock", String(process.ppid))
    const { code, err } = await folder.run("push", { io: { signal: AbortSignal.abort() } })
    expect([code, JSON.parse(err).error.message, writes()]).toEqual([130, "interrupted", []])
  })

  it("does not add a template that was added since it read the list", async () => {
    write("Tea")
    write("Mint")
    let isFirst = true
    const quicker = async (url: string | URL, init: RequestInit) => {
      const response = await folder.sandbox.service.fetch(String(url), init)
      if (isFirst && init.method === "GET" && String(url).includes("templates")) {
        isFirst = false
        await folder.add({ name: "Mint", subject: "Mint", html: "<p>Mint</p>\n", body: "Mint\n" })
        await folder.add({ name: "Tea", subject: "Another tea" })
      }
      return response
    }
    const { code, rows, err } = await folder.run("push", { io: { fetch: quicker } })
    expect(code).toBe(5)
    expect(rows).toMatchObject([{ folder: "mint", id: 3 }])
    expect(err).toContain("tea: the service has a template of this name since this push looked")
    expect(await folder.all()).toHaveLength(2)
  })

  it("continues after a template that the service refuses, and names it", async () => {
    for (const name of ["Tea", "Mint", "Rose"]) write(name)
    folder.sandbox.service.world.faults.add({ method: "POST", path: "/v1/my/templates", status: 422, times: 1 })
    const { code, rows } = await folder.run("push")
    expect(code).toBe(9)
    expect(rows).toMatchObject([
      { folder: "mint", state: "new_here", action: "refused", detail: expect.stringContaining("422") },
      { folder: "rose", action: "create" },
      { folder: "tea", action: "create" },
    ])
    folder.sandbox.service.world.faults.add({ method: "POST", path: "/v1/my/templates", status: 422, times: 1 })
    expect(await folder.run("push")).toMatchObject({ code: 6, rows: [{ folder: "mint", action: "refused" }] })
  })

  it("says what it pushed before the service became unreachable", async () => {
    for (const name of ["Tea", "Mint"]) write(name)
    const { code, rows, err } = await folder.run("push --max-retries 0", {
      io: {
        fetch: async (url, init) => {
          if (String(init.body).includes("Tea")) throw new TypeError("fetch failed")
          return folder.sandbox.service.fetch(url, init)
        },
      },
    })
    expect([code, rows]).toMatchObject([8, [{ folder: "mint", action: "create" }]])
    expect(err).toContain("tea and the templates after it were not pushed")
  })

  it("sends nothing if it cannot save the base", async () => {
    write("Tea")
    if (folder.has(".base")) folder.remove(".base")
    folder.write(".base", "")
    const { code, err } = await folder.run("push")
    expect([code, writes()]).toEqual([1, []])
    expect(err).toContain("templates/.base/local cannot be written")
  })

  it("deletes nothing at the service, and asks before it adds a deleted template again", async () => {
    write("Tea")
    await folder.run("push")
    folder.remove("tea")
    const { code, rows } = await folder.run("push")
    expect([code, writes()]).toEqual([0, ["POST /v1/my/templates"]])
    expect(rows).toMatchObject([
      {
        folder: "tea",
        state: "deleted_here",
        detail:
          "It stays at the service: mas templates pull --on-deleted write writes its folder again, --on-deleted forget ignores it from now on.",
      },
    ])
    await folder.run("pull --on-deleted write")
    folder.sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/templates", body: [], times: 5 })
    expect((await folder.run("push --yes")).err).toContain("needs the account's name")
    const confirmed = "push --confirm-account Acme"
    expect((await folder.run(confirmed)).err).toContain("Add tea again, which was deleted there")
    const declined = await dialog(
      folder.sandbox.home,
      ["templates", ...confirmed.split(" "), "--output", "json"],
      ["n"],
    )
    expect(declined).toMatch(
      /Add tea again, which was deleted there[\s\S]* n\n[\s\S]*"action": "none",\n\s+"detail": "It was deleted at the service: mas/,
    )
    expect([declined, writes()]).toEqual([expect.stringContaining("ends with 0\n"), ["POST /v1/my/templates"]])
    expect((await folder.run(`${confirmed} --yes`)).rows).toMatchObject([{ folder: "tea", action: "create" }])
    expect(folder.lock[folder.sandbox.service.url]["(default)"].tea.id).toBe(4)
  })

  describe("of a folder that may be a renamed one", () => {
    beforeEach(async () => {
      write("Tea")
      await folder.run("push")
      folder.remove("tea")
      write("Chai", "<p>Another</p>\n")
      folder.sandbox.service.world.requests.clear()
    })

    it.each(["push", "push --only chai", "push --dry-run"])("adds nothing if it cannot prompt: %s", async (line) => {
      const { code, err } = await folder.run(line)
      expect([code, writes()]).toEqual([2, []])
      expect(err).toContain("chai is a new folder, and tea is missing")
      expect(err).toContain("mas templates pull --only tea --on-deleted forget")
    })

    it("accepts either solution", async () => {
      folder.edit("chai/template.yaml", (yaml) => yaml.replace("name: Chai", "name: Tea"))
      expect((await folder.run("push")).rows).toMatchObject([{ folder: "chai", action: "update" }])
      folder.remove("chai")
      write("Mint")
      await folder.run("pull --only chai --on-deleted forget")
      expect((await folder.run("push")).rows).toMatchObject([{ folder: "mint", action: "create" }])
    })

    it.each([
      ["1", ["PATCH /v1/my/templates/3"], { chai: "same" }],
      ["2", ["POST /v1/my/templates"], { chai: "same", tea: "deleted_here" }],
      ["3", [], { chai: "new_here", tea: "deleted_here" }],
    ])("asks on a terminal which it is: response %s", async (response, sent, states) => {
      const screen = await dialog(folder.sandbox.home, ["templates", "push"], [response])
      expect(screen).toContain("chai is a new folder, and another is missing. What is it?")
      expect(writes()).toEqual(sent)
      expect(await folder.states()).toEqual(states)
    })
  })

  describe("of a folder that may be one of two with the same name", () => {
    beforeEach(async () => {
      for (const text of ["One", "Two"]) await folder.add({ name: "Rec", subject: "Rec", html: `<p>${text}</p>\n` })
      await folder.run("pull")
      const files = ["template.yaml", "body.html.liquid"].map((name) => [name, folder.read(`rec/${name}`)] as const)
      for (const name of ["rec", "rec-2"]) folder.remove(name)
      for (const [name, text] of files) folder.write(`moved/${name}`, text)
      folder.edit("moved/body.html.liquid", (text) => `${text}<p>More</p>\n`)
      folder.sandbox.service.world.requests.clear()
      const { code, err } = await folder.run("push")
      expect([code, writes()]).toEqual([2, []])
      expect(err).toContain("moved is a new folder, and rec, rec-2 are missing")
      expect(err).toContain("If it was rec, give the folder that name again, or first forget the others, such as rec-2")
      expect(err).toContain("mas templates pull --only rec,rec-2 --on-deleted forget")
    })

    it.each([
      ["rec-2", ["PATCH /v1/my/templates/3"]],
      ["rec", ["PATCH /v1/my/templates/4"]],
      ["rec,rec-2", ["POST /v1/my/templates"]],
    ])("follows its advice: %s is forgotten", async (forgotten, sent) => {
      await folder.run(`pull --only ${forgotten} --on-deleted forget`)
      expect([(await folder.run("push")).code, writes()]).toEqual([0, sent])
    })
  })

  it("suggests the folder for a mistyped --only, or lists all", async () => {
    write("Receipt")
    expect((await folder.run("push --only recipt")).err).toContain("recipt. Did you mean receipt?")
    expect((await folder.run("push --only lilies")).err).toContain("lilies. There are receipt")
  })

  it("uses the program name that it was called by, and leaves the text of files unchanged", async () => {
    const env = { npm_config_user_agent: "npm/11.0.0 node/v22", npm_lifecycle_script: "mas" }
    write("Tea", "<p>mas templates push</p>\n")
    await folder.run("push")
    await folder.add({ name: "Roses" })
    expect((await folder.run("push", { env })).rows).toMatchObject([
      { detail: expect.stringContaining("npx mas-sdk templates pull") },
    ])
    folder.edit("tea/body.html.liquid", (text) => text.replace("<p>", "<p>Run "))
    await folder.change((await folder.all())[0]?.id ?? 0, { html: "<p>Call mas templates push</p>\n" })
    const { err } = await folder.run("push", { env })
    expect(err).toContain("+<p>Call mas templates push</p>")
    expect(err).toContain("with npx mas-sdk templates pull")
  })

  it("warns if only line ends changed", async () => {
    write("Tea", "<p>Tea</p>\n<p>Two</p>\n")
    await folder.run("push")
    folder.edit("tea/body.html.liquid", (text) => text.replaceAll("\n", "\r\n"))
    const { code, err } = await folder.run("push --strict")
    expect(code).toBe(6)
    expect(err).toContain("warning tea: only line ends changed")
    folder.edit("tea/body.html.liquid", (text) => `${text}More\r\n`)
    expect((await folder.run("push")).err).not.toContain("line ends")
  })

  it("reports a missing folder", async () => {
    expect(await folder.run("push tempaltes")).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is no folder tempaltes"),
    })
  })

  it("pushes to several brands, each with its own ids", async () => {
    write("Tea")
    const { code, rows } = await folder.run("push --brand main --brand garden")
    expect(code).toBe(0)
    expect(rows).toMatchObject([
      { brand: "main", folder: "tea", action: "create" },
      { brand: "garden", folder: "roses", action: "none" },
      { brand: "garden", folder: "tea", action: "create" },
    ])
    expect((await folder.all("garden")).map(({ name }) => name)).toEqual(["Roses", "Tea"])
    const brands = folder.lock[folder.sandbox.service.url]
    expect(brands.main.tea.id).not.toBe(brands.garden.tea.id)
    expect(folder.bases()).toBe(1)
    expect(await folder.states("--brand main --brand garden --only tea")).toEqual({ tea: "same" })
  })
})

describe("a pushed template", () => {
  it("has its partials expanded, and its tags back after a pull", async () => {
    folder.write("partials/footer.html.liquid", "<hr>\n<p>Acme</p>\n")
    write("Tea", "<h1>Tea</h1>\n{% render 'footer' %}\n<p>End</p>\n")
    await folder.run("push")
    const [tea] = await folder.all()
    expect(tea?.html).toMatch(
      /^<h1>Tea<\/h1>\n\{% comment %\} \{% render 'footer' %\} was put in by "mas templates push"/,
    )
    expect(tea?.html).toContain(
      "<hr>\n<p>Acme</p>\n{% comment %} End of {% render 'footer' %} {% endcomment %}\n<p>End</p>\n",
    )
    await folder.change(tea?.id ?? 0, { html: tea?.html?.replace("<h1>Tea</h1>", "<h1>Green</h1>") ?? "" })
    folder.edit("partials/footer.html.liquid", (text) => text.replace("Acme", "Acme Ltd"))
    expect((await folder.run("pull")).rows).toMatchObject([{ folder: "tea", action: "merge" }])
    expect(folder.read("tea/body.html.liquid")).toBe("<h1>Green</h1>\n{% render 'footer' %}\n<p>End</p>\n")
    expect((await folder.run("push")).rows).toMatchObject([{ folder: "tea", action: "update" }])
    expect((await folder.all())[0]?.html).toContain("<h1>Green</h1>")
    expect((await folder.all())[0]?.html).toContain("<p>Acme Ltd</p>")
  })

  it("keeps a change to an expanded partial at the service, as text", async () => {
    folder.write("partials/footer.html.liquid", "<p>Acme</p>\n")
    write("Tea", "<h1>Tea</h1>\n{% render 'footer' %}\n")
    await folder.run("push")
    const [tea] = await folder.all()
    const html = tea?.html?.replace("<p>Acme</p>", "<p>Acme and Sons</p>") ?? ""
    await folder.change(tea?.id ?? 0, { html })
    const { rows, err } = await folder.run("pull")
    expect(rows).toMatchObject([{ folder: "tea", action: "write" }])
    expect(err).toContain(
      "tea: the text that {% render 'footer' %} put in stays in the file: it was changed at the service.",
    )
    expect(folder.read("tea/body.html.liquid")).toBe(html)
    expect(await folder.states()).toEqual({ tea: "same" })
  })

  it("is Liquid, or is refused with file, line and column before anything is sent", async () => {
    folder.write("partials/legal.liquid", "Acme\n{{ data.year | nope }}")
    write("Tea", "<p>\n  {% if data.x %}\n</p>")
    write("Mint", "{% render 'legal' %}")
    write("Roses", "<p>Roses</p>", "preheader: '{{ data.x'\n")
    write("Old", "<p>\n{% layout 'x' %}")
    const { code, err } = await folder.run("push")
    expect([code, writes()]).toEqual([6, []])
    expect(JSON.parse(err.trim().split("\n").at(-1) ?? "").error.validation_errors).toEqual({
      "templates/partials/legal.liquid:2:1": ["undefined filter: nope"],
      "templates/old/body.html.liquid:2:1": [
        "{% layout %} needs another file, and the service has no files: render a partial",
      ],
      "templates/roses/template.yaml:3:13": ['output "{{ data.x" not closed'],
      "templates/tea/body.html.liquid:2:3": ["tag {% if data.x %} not closed"],
    })
    const pushRun = await folder.sandbox.run(["templates", "push"], { terminal: true })
    expect(pushRun.err).toContain("templates/tea/body.html.liquid:2:3 tag {% if data.x %} not closed\n")
  })

  it("is rendered with each sample first", async () => {
    const samples = "samples:\n  full: { data: { at: 2026-01-01, items: [1] } }\n  bad: { data: { n: 0 } }\n"
    write("Tea", "<p>{{ 6 | divided_by: data.n }}</p>", samples)
    const { code, err } = await folder.run("push")
    expect([code, writes()]).toEqual([6, []])
    expect(err).toContain("templates/tea/body.html.liquid:1:4 divided by 0")
    expect(err).toContain("(sample bad)")
  })

  it("is refused for sizes and addresses that the service would refuse", async () => {
    write("Tea", "x".repeat(1024 * 1024 + 1), `preheader: ${"x".repeat(999)}\nreply_to: nobody\n`)
    const { code, err } = await folder.run("push")
    expect([code, writes()]).toEqual([6, []])
    const { validation_errors } = JSON.parse(err.trim().split("\n").at(-1) ?? "").error
    expect(validation_errors).toEqual({
      "templates/tea/template.yaml:3:12": ["preheader Too big: expected string to have <=998 characters"],
      "templates/tea/template.yaml:4:1": ["reply_to Invalid email address"],
      "templates/tea/body.html.liquid:1:1": ["html must not be larger than 1 MiB"],
    })
  })

  it("has its variables in a sample: others are reported with their place and a suggestion", async () => {
    const samples = "samples:\n  ada: { data: { order: { number: 1 }, items: [{ n: 1 }] }, contact: { plan: pro } }\n"
    const text = [
      "{{ data.order.number }} {{ data.items.size }} {{ contact.plan }} {{ contact.last_name }}",
      "{% for item in data.items %}{{ item.n }}{{ forloop.index }}{% endfor %}{% assign x = data.order %}{{ x.number }}",
      "{% if data.note %}{{ data.note }}{% endif %}{{ data.more | default: 'none' }}",
      "{{ contact.frist_name }} {{ data.nope }} {{ data.order.numbre | upcase }} {{ plan }} {{ thing }}",
    ].join("\n")
    write("Tea", text, samples)
    const { code, err } = await folder.run("push --strict")
    expect([code, writes()]).toEqual([6, []])
    expect(err.match(/warning templates.*/g)).toEqual([
      "warning templates/tea/body.html.liquid:4:4: no sample has {{ contact.frist_name }}: did you mean {{ contact.first_name }}?",
      "warning templates/tea/body.html.liquid:4:29: no sample has {{ data.nope }}",
      "warning templates/tea/body.html.liquid:4:45: no sample has {{ data.order.numbre }}: did you mean {{ data.order.number }}?",
      "warning templates/tea/body.html.liquid:4:78: unknown variable {{ plan }}: did you mean {{ contact.plan }}?",
      "warning templates/tea/body.html.liquid:4:89: unknown variable {{ thing }}",
    ])
    expect((await folder.run("push")).code).toBe(0)
  })

  it("without samples has only unknown names reported", async () => {
    write("Tea", "{{ contact.frist_name }} {{ contact.plan }} {{ data.nope }} {{ thing }}")
    const { code, err } = await folder.run("push --strict")
    expect(code).toBe(6)
    expect(err.match(/warning templates.*/g)).toEqual([
      "warning templates/tea/body.html.liquid:1:4: no contact has {{ contact.frist_name }}: did you mean {{ contact.first_name }}?",
      "warning templates/tea/body.html.liquid:1:64: unknown variable {{ thing }}",
    ])
  })

  it("must have a body to be added", async () => {
    folder.write("tea/template.yaml", "name: Tea\nsubject: Tea\n")
    const { code, err } = await folder.run("push")
    expect([code, writes()]).toEqual([6, []])
    expect(err).toContain("templates/tea has no body yet: add body.html.liquid or body.txt.liquid")
  })

  it("is reported once by its source if it is compiled, with the line only if the source has the error", async () => {
    const mjml = `module.exports = async (text) => ({ html: "<style>\\n\\n</style>" + text + "{{ 1 | " + "nope }}", errors: [] })`
    folder.write("../node_modules/mjml/package.json", JSON.stringify({ name: "mjml", main: "main.cjs" }))
    folder.write("../node_modules/mjml/main.cjs", mjml)
    folder.write("tea/template.yaml", "name: Tea\n")
    folder.write("tea/template.mjml", "<p>\nTea for {{ data.price | money }}</p>")
    expect((await folder.run("push")).err).toContain('templates/tea/template.mjml:2:9 undefined filter: money"')
    folder.write("tea/template.mjml", "<p>Tea</p>")
    expect((await folder.run("push")).err).toContain('"templates/tea/template.mjml undefined filter: nope"')
  })

  it.each(["", "samples:\n  ada: { data: { name: Ada, vip: false } }\n"])(
    "has merge tags of other services reported, with the samples %j",
    async (samples) => {
      write("Tea", "<p>Hi {{ data.name }}{% if data.vip %}\n *|FNAME|*{% endif %}</p>\n", samples)
      const { code, err } = await folder.run("push --strict")
      expect([code, writes()]).toEqual([6, []])
      expect(err.match(/error .*/g)).toEqual([
        expect.stringContaining("error merge-tag, templates/tea/body.html.liquid:2:2: html has a merge tag"),
      ])
    },
  )

  it("is linted: problems are reported, and refused only with --strict", async () => {
    write("Tea", "<p>\n<a href='/order'>Order</a></p>\n")
    write("Mint", "<p>Hi {{ data.name }}</p>\n", "samples:\n  ada: { data: { name: undefined } }\n")
    const strict = await folder.run("push --strict")
    expect([strict.code, writes()]).toEqual([6, []])
    expect(strict.err).toContain("error relative-link, templates/tea/body.html.liquid:2:1: html has")
    expect(strict.err).toContain("error undefined, mint with the sample ada, html:1:7: html says")
    expect((await folder.run("push")).code).toBe(0)
    expect(writes()).toHaveLength(2)
  })
})
