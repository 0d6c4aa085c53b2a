import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { plainTextOf } from "../../../cli/templates/compile-body.ts"
import { readTemplates } from "../../../cli/templates/read-templates.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { type Files, writeFiles } from "./folder.ts"

/** The problems of a template with these files. */
async function problemsOf(files: Files): Promise<string[]> {
  const folder = temporaryFolder(onTestFinished)
  writeFiles(folder, { "templates/receipt/template.yaml": "name: Receipt\n", ...files })
  const { problems } = await readTemplates(join(folder, "templates"))
  return problems.map(
    ({ file, line, column, message }) =>
      `${file.slice(join(folder, "templates/").length)}:${line}:${column} ${message}`,
  )
}

/** An installed package, with only what the reader needs. */
const installed = (name: string, code: string): Files => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: "main.cjs" }),
  [`node_modules/${name}/main.cjs`]: code,
})

describe("a compiled body", () => {
  it.each([
    ["template.tsx", "esbuild", "npm install -D react react-dom @react-email/render esbuild"],
    ["template.jsx", "esbuild", "npm install -D react react-dom @react-email/render esbuild"],
    ["template.mjml", "mjml", "npm install -D mjml"],
  ])("says what %s needs if that is not installed", async (file, name, command) => {
    expect(await problemsOf({ [`templates/receipt/${file}`]: "" })).toEqual([
      `receipt/${file}:1:1 needs ${name}, which is not installed here: ${command}`,
    ])
  })

  it.each([
    ["../../.env", '<mj-include path="../../.env" />'],
    ["../../.env", "<MJ-INCLUDE type=html path = ../../.env>"],
    ["../../.env", "<mj-include path='../partials/head.mjml' />"],
  ])("refuses the MJML include %s in %s", async (path, include) => {
    const mjml = `module.exports = async () => ({ html: "compiled", errors: [] })`
    const files = { "templates/partials/head.mjml": '<mj-include path="../../.env" />', ".env": "PASSWORD=hunter2" }
    expect(
      await problemsOf({ ...installed("mjml", mjml), ...files, "templates/receipt/template.mjml": include }),
    ).toEqual([`receipt/template.mjml:1:1 includes ${path}, which is not a text file in the folder of templates`])
  })

  it.each([
    ["that include each other", '<mj-include path="../partials/a.mjml" />', []],
    ["that is missing, which the compiler reports", '<mj-include path="./none.mjml" />', []],
    [
      "without a path",
      "<mj-include />",
      [expect.stringContaining("which is not a text file in the folder of templates")],
    ],
  ])("reads MJML files %s", async (_what, include, problems) => {
    const mjml = `module.exports = { default: async () => ({ html: "<p>compiled</p>", errors: [] }) }`
    const partials = {
      "templates/partials/a.mjml": '<mj-include path="./b.mjml" />',
      "templates/partials/b.mjml": '<mj-include path="./a.mjml" />',
    }
    expect(
      await problemsOf({ ...installed("mjml", mjml), ...partials, "templates/receipt/template.mjml": include }),
    ).toEqual(problems)
  })

  it.each([
    ["throw { errors: [{ text: 'Unexpected', location: { line: 3, column: 5 } }] }", "3:6 Unexpected"],
    ["throw { errors: [{ text: 'No file', location: null }] }", "1:1 No file"],
    ["throw new Error('It crashed')", "1:1 It crashed"],
    ["throw 'a text'", "1:1 a text"],
    ["return { outputFiles: [{ text: 'module.exports.default = 1' }] }", "1:1 has no component: export one as default"],
    ["return { outputFiles: [] }", "1:1 has no component: export one as default"],
  ])("says where a component cannot be built: %s", async (build, problem) => {
    const files = {
      ...installed("esbuild", `exports.build = async () => { ${build} }`),
      ...installed("react", "exports.createElement = () => ({})"),
      ...installed("@react-email/render", "exports.render = async () => ''"),
    }
    expect(await problemsOf({ ...files, "templates/receipt/template.tsx": "" })).toEqual([
      `receipt/template.tsx:${problem}`,
    ])
  })

  it("reports an error with the line that its compiler gives", async () => {
    const mjml = `module.exports = async () => ({ html: "", errors: [{ line: 4, message: "Element mj-txt is not registered" }] })`
    expect(await problemsOf({ ...installed("mjml", mjml), "templates/receipt/template.mjml": "<mjml>" })).toEqual([
      "receipt/template.mjml:4:1 Element mj-txt is not registered",
    ])
  })

  it("reports an error that its compiler throws at the start of the file", async () => {
    const mjml = `module.exports = async () => { throw new Error("Parsing failed") }`
    expect(await problemsOf({ ...installed("mjml", mjml), "templates/receipt/template.mjml": "<mjml>" })).toEqual([
      "receipt/template.mjml:1:1 Parsing failed",
    ])
  })

  it("is rendered from a bundle of the component and its local imports, which requires the installed packages", async () => {
    const folder = temporaryFolder(onTestFinished)
    const esbuild = `exports.build = async (options) => {
      const text = 'exports.default = () => require("greeting") + ' + JSON.stringify(JSON.stringify(options))
      return { outputFiles: [{ text }] }
    }`
    writeFiles(folder, {
      ...installed("esbuild", esbuild),
      ...installed("react", "exports.createElement = (component) => component()"),
      ...installed("@react-email/render", "exports.render = async (element) => element"),
      ...installed("greeting", 'module.exports = "Hello"'),
      "templates/receipt/template.yaml": "name: Receipt\n",
      "templates/receipt/template.tsx": "",
    })
    const { templates, problems } = await readTemplates(join(folder, "templates"))
    expect(problems).toEqual([])
    const [, options = ""] = /^Hello(.*)$/.exec(templates[0]?.content.html ?? "") ?? []
    const entryPoints = [join(folder, "templates/receipt/template.tsx")]
    const ofPackages = { bundle: true, write: false, packages: "external", format: "cjs" }
    expect(JSON.parse(options)).toMatchObject({ entryPoints, ...ofPackages })
  })

  it("is the only source of the HTML part", async () => {
    const mjml = `module.exports = async (html) => ({ html, errors: [] })`
    const files = { ...installed("mjml", mjml), "templates/receipt/template.mjml": "<p>a</p>" }
    expect(await problemsOf(files)).toEqual([])
    expect(await problemsOf({ ...files, "templates/receipt/body.txt.liquid": "a" })).toEqual([])
    expect(await problemsOf({ ...files, "templates/receipt/body.html.liquid": "<p>b</p>" })).toEqual([
      "receipt/template.mjml:1:1 is a second source of the HTML part, besides body.html.liquid: keep one",
    ])
    expect(await problemsOf({ "templates/receipt/template.mjml": "", "templates/receipt/template.tsx": "" })).toEqual([
      "receipt/template.mjml:1:1 is a second source of the HTML part, besides template.tsx: keep one",
    ])
  })
})

describe("the text part made from HTML", () => {
  it.each([
    ["<h1>Thank you, {{ data.name | upcase }}</h1><p>Bye</p>", "Thank you, {{ data.name | upcase }}\n\nBye"],
    ['<a class="b" href="{{ data.url }}"><b>See</b> it</a>', "See it <{{ data.url }}>"],
    ['<a\n href="https://acme.test/1">See</a> and go', "See <https://acme.test/1> and go"],
    ['<a href="https://acme.test">https://acme.test</a>', "https://acme.test"],
    ["<p>{% if data.a < 1 %}one{% endif %}</p>", "{% if data.a < 1 %}one{% endif %}"],
    ["<style>a { b: c }</style><p>Grüße &amp; Küsse</p>", "Grüße & Küsse"],
  ])("keeps Liquid and addresses: %s", (html, text) => {
    expect(plainTextOf(html)).toBe(text)
  })
})
