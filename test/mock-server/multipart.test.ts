import { describe, expect, it } from "vitest"
import { limits } from "../../sdk/contract/core/limits.ts"
import { importForm } from "../support/import-form.ts"
import { mock } from "../support/mock.ts"

const path = "/v1/my/imports"

/** Posts a raw body. */
async function post(body: string, contentType: string) {
  const { service } = mock()
  const headers = { Authorization: "Bearer maskey_live_mock", "Content-Type": contentType }
  const response = await service.fetch(new Request(`http://mock.test${path}`, { method: "POST", headers, body }))
  return { status: response.status, body: await response.json() }
}

/** Posts handwritten parts, each with its headers. */
const postParts = (parts: readonly string[]) =>
  post(`${parts.map((part) => `--b\r\n${part}\r\n`).join("")}--b--\r\n`, "multipart/form-data; boundary=b")

const file =
  'Content-Disposition: form-data; name="file"; filename="c.csv"\r\nContent-Type: text/csv\r\n\r\nemail\na@x.test\n'
const field = (name: string, text: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${text}`
const contacts = field("resource", "contacts")
const options = field("options", '{"list_ids":[1]}')

describe("the upload of an import", () => {
  it.each([
    ["the file last", [contacts, options, file]],
    ["the file first", [file, options, contacts]],
    ["the file between", [options, file, contacts]],
  ])("accepts its parts in any order: %s [27.5]", async (_, parts) => {
    expect(await postParts(parts)).toMatchObject({ status: 201, body: { assigned_list_ids: [1] } })
  })

  it("accepts a file without options [27.5]", async () => {
    expect(await postParts([file, contacts])).toMatchObject({ status: 201, body: { assigned_list_ids: [] } })
  })

  it.each([
    ["no file", [contacts], "file"],
    ["a file that is only text", [contacts, field("file", "email\n")], "file"],
    ["two files", [contacts, file, file], "file"],
    ["no resource", [file], "resource"],
    ["an unknown resource", [file, field("resource", "companies")], "resource"],
    ["options that are not JSON", [file, contacts, field("options", "{list_ids: 1}")], "options"],
    ["options that are not an object", [file, contacts, field("options", "[1]")], "options"],
    ["an unknown option", [file, contacts, field("options", '{"lists":[1]}')], "options.lists"],
    ["a list id that is not a number", [file, contacts, field("options", '{"list_ids":["1"]}')], "options.list_ids.0"],
    ["an unknown field", [file, contacts, field("colour", "red")], "colour"],
    ["an unknown file", [file.replace("file", "picture"), contacts], "picture"],
    ["a field that is too large", [file, contacts, field("options", "x".repeat(70_000))], "options"],
  ])("refuses %s with a 422 that names the field [27.5]", async (_, parts, name) => {
    const { status, body } = await postParts(parts)
    expect(status).toBe(422)
    expect(Object.keys(body.validation_errors)).toEqual([name])
  })

  it.each([
    [
      "text for the file",
      [contacts, field("file", "email\n")],
      { file: "must be a file: send the part with a filename" },
    ],
    [
      "a file for the resource",
      [file, file.replace('"file"', '"resource"')],
      { resource: "must be text, not a file: send the part without a filename" },
    ],
    [
      "a file for the options",
      [file, contacts, 'Content-Disposition: form-data; name="options"; filename="blob"\r\n\r\n{}'],
      { options: "must be text, not a file: send the part without a filename" },
    ],
    ["two files", [file, contacts, file], { file: "is given more than once" }],
    ["two resources", [contacts, file, contacts], { resource: "is given more than once" }],
    ["options twice", [options, options, contacts, file], { options: "is given more than once" }],
    [
      "a file called file[]",
      [contacts, file.replace('"file"', '"file[]"')],
      { "file[]": "is not a known field: the part is called file" },
    ],
    [
      "a file called File",
      [contacts, file.replace('"file"', '"File"')],
      { File: "is not a known field: the part is called file" },
    ],
    [
      "text called FILE",
      [contacts, field("FILE", "email\n")],
      { FILE: "is not a known field: the part is called file" },
    ],
    [
      "a resource[]",
      [file, field("resource[]", "contacts")],
      { "resource[]": "is not a known field: the part is called resource" },
    ],
    [
      "options by their keys",
      [file, contacts, field("options[list_ids][]", "1")],
      { "options[list_ids][]": "is not a known field: the part is called options" },
    ],
    ["a file of another name", [contacts, file.replace('"file"', '"picture"')], { picture: "is not a known field" }],
  ])("explains what is wrong with %s [27.8]", async (_, parts, expected) => {
    const { status, body } = await postParts(parts)
    const errors = Object.fromEntries(Object.entries(expected).map(([name, reason]) => [name, [reason]]))
    expect([status, body.validation_errors]).toEqual([422, errors])
  })

  it("refuses an unknown list, or one of another brand, with a 404, and imports nothing [27.5]", async () => {
    const { call } = mock()
    for (const [sid, id] of [
      ["brand_second", 1],
      ["brand_main", 99],
    ]) {
      const form = importForm("email\nnew@x.test\n", { list_ids: [id] })
      const { status, body } = await call("POST", path, { form, headers: { "X-Brand-SID": String(sid) } })
      expect([status, body.message]).toEqual([404, `List ${id} not found`])
    }
    expect((await call("GET", `${path}/1`)).status).toBe(404)
  })

  it.each(["application/json", "text/csv", "multipart/mixed; boundary=b", ""])(
    "responds with 415 to the type %j [27.5]",
    async (type) => {
      expect(await post("{}", type)).toMatchObject({ status: 415, body: { error_code: "unsupported_media_type" } })
    },
  )

  it.each([
    ["without a boundary", "x", "multipart/form-data"],
    ["of another format", "hello", "multipart/form-data; boundary=b"],
    ["that is empty", "", "multipart/form-data; boundary=b"],
    ["that breaks off in the file", `--b\r\n${file}`, "multipart/form-data; boundary=b"],
    ["that breaks off in a field", `--b\r\n${contacts}`, "multipart/form-data; boundary=b"],
  ])("responds with 400 or 422, never hangs, on a body %s [27.5]", async (_, body, type) => {
    expect([400, 422]).toContain((await post(body, type)).status)
  })

  it(`responds with 413 above ${limits.importBytes / 1024 / 1024} MiB and accepts a file of exactly that size [36.7]`, {
    tags: "slow",
  }, async () => {
    const { call, world } = mock()
    const csv = new Uint8Array(limits.importBytes + 1).fill(10)
    const refusal = await call("POST", path, { form: importForm(csv) })
    expect(refusal).toMatchObject({ status: 413, body: { error_code: "payload_too_large" } })
    expect(world.tables.importPieces.size).toBe(0)
    const success = await call("POST", path, { form: importForm(csv.subarray(1)) })
    expect(success.status).toBe(201)
  })
})
