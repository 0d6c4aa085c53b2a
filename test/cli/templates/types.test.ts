import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { constantName, typeName } from "../../../cli/templates/types/names.ts"
import { Home } from "../own/run.ts"
import { shopTemplates, writeFiles } from "./folder.ts"

let home: Home
beforeEach(() => {
  home = new Home()
  writeFiles(home.folder, shopTemplates)
})
afterEach(() => home.remove())

const types = (...words: string[]) => home.run(["templates", "types", ...words, "--output", "json"])
/** A text in quotes as YAML reads it, with ASCII only. */
const escapedJson = (text: string) =>
  JSON.stringify(text).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
const written = () => readFileSync(join(home.folder, "templates/templates.gen.ts"), "utf8")

it.each([
  ["password-reset", "passwordReset", "PasswordResetData"],
  ["über_uns", "überUns", "ÜberUnsData"],
  ["2fa", "_2fa", "_2faData"],
  ["class", "_class", "ClassData"],
])("the folder %s has a name in code", (folder, constant, type) => {
  expect([constantName(folder), typeName(folder)]).toEqual([constant, type])
})

describe("mas templates types", () => {
  it("writes the type of each template's data, and its ids by address and brand", async () => {
    const { code, json, err } = await types()
    expect({ code, json, err }).toEqual({
      code: 0,
      json: { file: join("templates", "templates.gen.ts"), templates: 3, written: true },
      err: "",
    })
    expect(written()).toMatchInlineSnapshot(`
      "// Written by \`mas templates types\` from the files in this folder. Change those, and run it again.
      import type { TemplateParts } from "mas-sdk"

      /** The data of the template password-reset. */
      export interface PasswordResetData {
        code: string
      }

      /** Password reset. */
      export const passwordReset: TemplateParts<PasswordResetData> = {
        channel: "email",
        subject: "Your password",
        template_id: {
          template: "password-reset",
          ids: {},
        },
      }

      /** The data of the template receipt. */
      export interface ReceiptData {
        order: string
        name?: string | number | null | undefined
        items: readonly {
          name: string
          price: string
        }[]
        help_url: string | number
      }

      /** Receipt. */
      export const receipt: TemplateParts<ReceiptData> = {
        channel: "email",
        subject: "Your receipt {{ data.order }}",
        template_id: {
          template: "receipt",
          ids: {
            "https://api.example.test": { "(default)": 7, "acme-se": 9 },
            "https://staging.example.test": { "(default)": 12 },
          },
        },
      }

      /** The data of the template welcome. */
      export type WelcomeData = Record<string, never>

      /** Welcome * / all. */
      export const welcome: Omit<TemplateParts<WelcomeData>, "subject"> = {
        channel: "email",
        template_id: {
          template: "welcome",
          ids: {
            "https://api.example.test": { "(default)": 8 },
          },
        },
      }
      "
    `)
  })

  it("writes the same file of the same files, and says that there was nothing to write", async () => {
    await types()
    const before = written()
    const { json } = await types()
    expect([json.written, written()]).toEqual([false, before])
  })

  it("shows control and invisible characters of names, subjects and fields, which mean the same in texts", {
    tags: "slow",
  }, async () => {
    const hidden = "\u001b[31m\u0000\u0085\u2028\u202e\u200b\u{e0041}"
    const name = `*/ "'\`\${x}\\ ${hidden} *\u200b/`
    const field = `f*/'\u3164${hidden}`
    writeFiles(home.folder, {
      "templates/welcome/template.yaml": `name: ${escapedJson(name)}\nsubject: ${escapedJson(name)}\n`,
      "templates/welcome/body.txt.liquid": `{{ data["${field}"] }} {{ data["a\u{e0100}"] }}`,
    })
    expect((await types()).code).toBe(0)
    const text = written()
    expect(text.match(/[^\P{Cc}\n]|[\u200b-\u202e\u3164\u{e0000}-\u{e0fff}]/u)).toBeNull()
    const subjects = [...text.matchAll(/^ {2}subject: (.+),$/gm)].map(([, value = ""]) => JSON.parse(value))
    expect(subjects).toContain(name)
    const keys = [...text.matchAll(/^ {2}(".+"): string \| number$/gm)].map(([, key = ""]) => JSON.parse(key))
    expect(keys).toEqual(expect.arrayContaining([field, "a\u{e0100}"]))
    const comments = [...text.matchAll(/^\/\*\*(.*)$/gm)].map(([, line = ""]) => line.indexOf("*/") === line.length - 2)
    expect(comments).toEqual(comments.map(() => true))
    expect((await types("--check")).code).toBe(0)
  })

  it("leaves out addresses of this machine, which a team does not share, and prints their ids on request", async () => {
    await types()
    const before = written()
    const local = { "http://127.0.0.1:4010": { "(default)": { receipt: { id: 2, version: 1, base: "a" } } } }
    writeFiles(home.folder, { "templates/.base/local/lock.json": JSON.stringify(local) })
    expect((await types("--check")).code).toBe(0)
    await types()
    expect(written()).toBe(before)
    expect(before).not.toContain("127.0.0.1")
    const idsAt = async (url: string) => (await types("--ids", "--base-url", url)).json
    expect(await idsAt("http://127.0.0.1:4010")).toEqual({ receipt: 2 })
    expect(await idsAt("https://api.example.test/")).toEqual({ receipt: 7, welcome: 8 })
    expect(await idsAt("https://other.example.test")).toEqual({})
  })

  it("checks the file for CI: exit code 1 where it is out of date", async () => {
    expect(await types("--check")).toMatchObject({
      code: 1,
      err: expect.stringContaining("templates.gen.ts is out of date"),
    })
    await types()
    expect(await types("--check")).toMatchObject({ code: 0, json: { written: false } })
    writeFiles(home.folder, { "templates/welcome/body.txt.liquid": "Welcome, {{ data.name }}." })
    const { code, err } = await types("--check")
    expect(code).toBe(1)
    expect(err).toContain("mas templates types")
  })

  it("says which names are unknown", async () => {
    writeFiles(home.folder, { "templates/welcome/body.txt.liquid": "Welcome, {{ first_name }}." })
    const { code, err } = await types()
    expect(code).toBe(0)
    expect(err).toBe("welcome: unknown variable {{ first_name }}; the caller's data is {{ data.first_name }}\n")
  })

  it.each<readonly [what: string, files: Record<string, string>, code: number, words: string]>([
    ["Liquid that cannot be read", { "templates/welcome/body.txt.liquid": "{% if data.x %}" }, 6, "not closed"],
    [
      "a template without a name",
      { "templates/welcome/template.yaml": "subject: x" },
      6,
      "welcome/template.yaml:1:1 has no name",
    ],
    [
      "two folders with one name",
      { "templates/password_reset/template.yaml": "name: x", "templates/password_reset/body.txt.liquid": "x" },
      6,
      "password_reset:1:1 is passwordReset in code, as is password-reset",
    ],
  ])("writes nothing for %s", async (_what, files, code, words) => {
    writeFiles(home.folder, files)
    const ran = await types()
    expect(ran.code).toBe(code)
    expect(ran.err).toContain(words)
    expect(written).toThrow("ENOENT")
  })

  it("takes another folder, and names it where it holds no templates", async () => {
    const { code, err } = await types("emails")
    expect(code).toBe(10)
    expect(err).toContain("emails has no template")
  })

  it("writes nothing in a dry run", async () => {
    expect(await types("--dry-run")).toMatchObject({ code: 0, json: { written: false } })
    expect(written).toThrow("ENOENT")
  })
})
