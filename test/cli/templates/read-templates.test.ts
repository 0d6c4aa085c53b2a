import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { readTemplates } from "../../../cli/templates/read-templates.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"

/** Creates a folder of templates with these files. */
function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const dir = temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  return dir
}

const read = async (files: Parameters<typeof folder>[0]) => {
  const dir = folder(files)
  const { templates, problems } = await readTemplates(dir)
  const problemTexts = problems.map(
    ({ file, line, column, message }) => `${file.slice(dir.length + 1)}:${line}:${column} ${message}`,
  )
  return { templates, problems: problemTexts, dir }
}

const yaml = "name: Receipt\nsubject: Order {{ data.order }}\n"

describe("a folder of templates", () => {
  it("has name, lines, bodies and samples", async () => {
    const { templates, problems } = await read({
      "receipt/template.yaml": `${yaml}from_email: hello@acme.test\nsamples:\n  tea:\n    data: { order: "1001", items: [{ name: Tea }] }\n  none:\n    contact: { first_name: Ada }\n`,
      "receipt/body.html.liquid": "<p>{{ data.order }}</p>\r\n",
      "receipt/body.txt.liquid": "",
    })
    expect(problems).toEqual([])
    expect(templates).toMatchObject([
      {
        folder: "receipt",
        content: {
          name: "Receipt",
          subject: "Order {{ data.order }}",
          preheader: null,
          from_name: null,
          from_email: "hello@acme.test",
          reply_to: null,
          html: "<p>{{ data.order }}</p>\r\n",
          body: "",
        },
        samples: {
          tea: { data: { order: "1001", items: [{ name: "Tea" }] }, contact: {} },
          none: { data: {}, contact: { first_name: "Ada" } },
        },
      },
    ])
  })

  it("is empty if it does not exist, and what is not a template is skipped", async () => {
    expect((await readTemplates(join(folder({}), "nowhere"))).templates).toEqual([])
    const { templates, problems } = await read({
      "templates.gen.ts": "",
      ".base/x.json": "{}",
      "partials/a.liquid": "",
      "images/tea.png": "",
    })
    expect({ templates, problems }).toEqual({ templates: [], problems: [] })
  })

  it("keeps the byte order mark of a body, and a body without a final line end", async () => {
    const { templates } = await read({ "a/template.yaml": yaml, "a/body.html.liquid": "\uFEFF<p>Hi" })
    expect(templates[0]?.content).toMatchObject({ html: "\uFEFF<p>Hi", body: null })
  })

  it.each([
    ["name: [", /^a\/template\.yaml:1:8 /],
    ["- a", /^a\/template\.yaml:1:1 must be a map with these fields: name, subject, /],
    ["", /^a\/template\.yaml:1:1 must be a map/],
    ["subject: Hi", /^a\/template\.yaml:1:1 has no name$/],
    ["name: A\nreply-to: a@b.c", /^a\/template\.yaml:2:1 reply-to is not a known field: use name, /],
    ["name: A\nsubject: 12", /^a\/template\.yaml:2:10 subject must be text: put it in quotes$/],
    ["name: A\nsamples: []", /^a\/template\.yaml:2:10 samples must be a map/],
    ["name: A\nsamples: { x: { date: 1 } }", /the sample x can only have data and contact$/],
    ["name: A\nsamples: { x: { data: 1 } }", /data and contact of the sample x must be maps$/],
    ["name: A\n---\nname: B", /^a\/template\.yaml:2:1 a second document begins here/],
    ["name: 12", /^a\/template\.yaml:1:7 name must be text: put it in quotes$/],
    ["name: *nope", /^a\/template\.yaml:1:7 Unresolved alias/],
    ["# <<<<<<< here\nname: A", /^a\/template\.yaml:1:1 unresolved conflict/],
  ])("says where the template.yaml %j is wrong", async (text, problem) => {
    const { templates, problems } = await read({ "a/template.yaml": text })
    expect(templates).toEqual([])
    expect(problems).toEqual([expect.stringMatching(problem)])
  })

  it("reports a file that is missing, is not text, or has an unresolved conflict", async () => {
    const { problems, templates } = await read({
      "a/body.html.liquid": "Hi",
      "b/template.yaml": yaml,
      "b/body.html.liquid": Buffer.from([0xff, 0xfe]),
      "c/template.yaml": yaml,
      "c/body.txt.liquid": "Hi\n<<<<<<< here\nYou\n",
    })
    expect(templates).toEqual([])
    expect(problems).toEqual([
      "a:1:1 has no template.yaml: add one with name, subject and sender",
      "b/body.html.liquid:1:1 is not UTF-8 text",
      "c/body.txt.liquid:2:1 unresolved conflict: keep the correct lines and delete the markers",
    ])
  })

  it("has one name, however a disk encodes its accents", async () => {
    const { templates, dir } = await read({ "cafe\u0301/template.yaml": yaml })
    expect(templates).toMatchObject([{ folder: "caf\u00e9", path: join(dir, "cafe\u0301") }])
  })

  it("refuses names that are the same folder on other systems", async () => {
    const { problems, templates } = await read({ "Tea/template.yaml": yaml, "tea/template.yaml": yaml })
    expect(templates).toHaveLength(1)
    expect(problems).toEqual(["tea:1:1 is the same folder as Tea on macOS and Windows: rename one of them"])
  })
})

describe("partials", () => {
  const body = "<h1>Hi</h1>\n{%- render 'footer' -%}\n<p>{{ data.x }}</p>"

  it("are expanded between comments that name the tag, and places map back to their files", async () => {
    const { templates, dir } = await read({
      "a/template.yaml": yaml,
      "a/body.html.liquid": body,
      "partials/footer.html.liquid": '<hr>\n{% include "legal" %}',
      "partials/footer.txt.liquid": "--",
      "partials/legal.liquid": "Acme {{ data.year }}",
    })
    const { html } = templates[0]?.parts ?? {}
    expect(html?.text.replaceAll(/ was put in by .*? repository\./g, " PUT IN.")).toBe(
      "<h1>Hi</h1>\n{%- comment %} {%- render 'footer' -%} PUT IN. {% endcomment %}<hr>\n" +
        '{% comment %} {% include "legal" %} PUT IN. {% endcomment %}Acme {{ data.year }}' +
        '{% comment %} End of {% include "legal" %} {% endcomment %}' +
        "{% comment %} End of {%- render 'footer' -%} {% endcomment -%}\n<p>{{ data.x }}</p>",
    )
    expect(html?.partials).toEqual(["footer", "legal"])
    const placeOf = (text: string) => html?.placeOf(html.text.indexOf(text))
    expect(placeOf("{{ data.x")).toEqual({ file: join(dir, "a/body.html.liquid"), line: 3, column: 4 })
    expect(placeOf("{{ data.year")).toEqual({ file: join(dir, "partials/legal.liquid"), line: 1, column: 6 })
    expect(placeOf("End of {%-")).toEqual({ file: join(dir, "a/body.html.liquid"), line: 2, column: 1 })
  })

  it("remain tags in raw text, comments and values", async () => {
    const text =
      "{% raw %}{% render 'x' %}{% endraw %}{% comment %}{% render 'x' %}{% endcomment %}{{ \"{% render 'x' %}\" }}"
    const { templates, problems } = await read({ "a/template.yaml": yaml, "a/body.txt.liquid": text })
    expect(problems).toEqual([])
    expect(templates[0]?.content.body).toBe(text)
  })

  it.each([
    [
      "\n{% render 'nowhere' %}",
      "a/body.html.liquid:2:1 there is no partials/nowhere.html.liquid and no partials/nowhere.liquid",
    ],
    ["{% render 'self' %}", 'partials/self.liquid:1:3 the partial "self" includes itself'],
    [
      "{% render 'self', x: 1 %}",
      "a/body.html.liquid:1:1 {% render %} takes only a partial's name in quotes: set its variables with assign first",
    ],
  ])("say where %j is wrong", async (text, problem) => {
    const files = {
      "a/template.yaml": yaml,
      "a/body.html.liquid": text,
      "partials/self.liquid": "x {% include 'self' %}",
    }
    expect((await read(files)).problems).toEqual([problem])
  })
})
