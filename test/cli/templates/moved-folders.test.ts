import { cpSync, renameSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { dialog } from "../own/dialog.ts"
import { TemplateFolder } from "./template-folder.ts"

let folder: TemplateFolder
/** Two templates, here as at the service. */
let [receipt, second] = [0, 0]
beforeEach(async () => {
  folder = new TemplateFolder({ fixtures: { accounts: { main: { brands: { main: { default: true }, garden: {} } } } } })
  receipt = await folder.add({ name: "Receipt", subject: "R", html: "<p>receipt</p>\n", body: "Bye\n" })
  second = await folder.add({ name: "Receipt v2", subject: "R2", html: "<p>second</p>\n", body: "Bye\n" })
  await folder.run("pull")
  folder.sandbox.service.world.requests.clear()
})
afterEach(() => folder.close())

const move = (from: string, to: string) => renameSync(join(folder.dir, from), join(folder.dir, to))
const requests = () => folder.sandbox.service.world.requests.list().map(({ method, path }) => `${method} ${path}`)
const writes = () => requests().filter((line) => !line.startsWith("GET"))
const subjectAt = async (id: number) => (await folder.get(id)).subject
const rowsOf = async (line: string) =>
  (await folder.run(line)).rows.map(
    ({ folder, state, action, id }: Record<"folder" | "state" | "action" | "id", unknown>) =>
      [folder, state, action, id].filter((value) => value !== undefined).join(" "),
  )

function writeInvoice(at: string): void {
  folder.write(`${at}/template.yaml`, "name: Invoice\nsubject: I\n")
  folder.write(`${at}/body.html.liquid`, "<p>invoice</p>\n")
}

/** Deletes a template's folder and has it ignored. */
async function forget(at: string): Promise<void> {
  folder.remove(at)
  await folder.run(`pull --only ${at} --on-deleted forget`)
}

describe("a new folder with the name of a forgotten template", () => {
  it("is a new template, and the forgotten one stays as it is", async () => {
    await forget("receipt")
    writeInvoice("receipt")
    expect(await folder.states("--only receipt")).toEqual({ receipt: "new_here" })
    expect((await folder.run("pull")).rows).toEqual([])
    expect(await rowsOf("push")).toEqual([`receipt new_here create ${second + 1}`])
    expect(await subjectAt(receipt)).toBe("R")
    expect(await folder.states()).toMatchObject({ receipt: "same", "receipt-2": "forgotten" })
    expect([await rowsOf("pull"), await rowsOf("push")]).toEqual([[], []])
    expect(await rowsOf("pull --only receipt-2")).toEqual([`receipt-2 forgotten write ${receipt}`])
    expect(folder.read("receipt-2/body.html.liquid")).toBe("<p>receipt</p>\n")
  })

  it("is the one that was renamed to it", async () => {
    await forget("receipt")
    move("receipt-v2", "receipt")
    folder.edit("receipt/body.html.liquid", () => "<p>changed</p>\n")
    expect(await rowsOf("push")).toEqual([`receipt changed_here update ${second}`])
    expect([await subjectAt(receipt), await subjectAt(second)]).toEqual(["R", "R2"])
    expect(await folder.states()).toMatchObject({ receipt: "same", "receipt-2": "forgotten" })
    expect(await folder.states()).not.toHaveProperty("receipt-v2")
  })

  it.each([
    ["1", () => [`PATCH /v1/my/templates/${receipt}`], { receipt: "same" }],
    ["2", () => ["POST /v1/my/templates"], { receipt: "same", "receipt-2": "forgotten" }],
    ["3", () => [], { receipt: "new_here", "receipt-2": "deleted_here" }],
  ])("is asked about if it may be that one: response %s", async (response, sent, states) => {
    await forget("receipt")
    writeInvoice("receipt")
    folder.edit("receipt/template.yaml", (yaml) => yaml.replace("Invoice", "Receipt"))
    const { code, err } = await folder.run("push")
    expect([code, writes()]).toEqual([2, []])
    expect(err).toContain(`receipt may be the template ${receipt}, which was forgotten, or a new one`)
    const screen = await dialog(folder.sandbox.home, ["templates", "push"], [response])
    expect(screen).toContain("What is it?")
    expect(writes()).toEqual(sent())
    expect(await folder.states()).toMatchObject(states)
  })
})

describe("a folder renamed onto the name of another", () => {
  it("is recognised, and the other template counts as deleted here", async () => {
    folder.remove("receipt")
    move("receipt-v2", "receipt")
    folder.edit("receipt/template.yaml", (yaml) => yaml.replace("R2", "R3"))
    expect(await rowsOf("push --dry-run")).toEqual([
      `receipt changed_here update ${second}`,
      `receipt-2 deleted_here none ${receipt}`,
    ])
    await folder.run("push")
    expect([await subjectAt(receipt), await subjectAt(second)]).toEqual(["R", "R3"])
    expect(await rowsOf("push")).toEqual([`receipt-2 deleted_here none ${receipt}`])
    await folder.run("pull --on-deleted write")
    expect(folder.read("receipt-2/template.yaml")).toContain("name: Receipt\n")
    expect(await rowsOf("push")).toEqual([])
  })

  it("is recognised by its name and a body, even if the other has the same body", async () => {
    folder.remove("receipt")
    move("receipt-v2", "receipt")
    folder.edit("receipt/body.html.liquid", () => "<p>changed</p>\n")
    await folder.run("push")
    expect([(await folder.get(receipt)).html, (await folder.get(second)).html]).toEqual([
      "<p>receipt</p>\n",
      "<p>changed</p>\n",
    ])
  })

  it.each(["", " --only receipt"])("is recognised when two were swapped: push%s", async (only) => {
    move("receipt", "third")
    move("receipt-v2", "receipt")
    move("third", "receipt-v2")
    expect(await rowsOf(`push${only}`)).toEqual([])
    expect(await rowsOf("push")).toEqual([])
    expect(writes()).toEqual([])
    const { receipt: first, "receipt-v2": other } = folder.lock[folder.sandbox.service.url]["(default)"]
    expect([first.id, other.id]).toEqual([second, receipt])
    folder.edit("receipt/template.yaml", (yaml) => yaml.replace("R2", "R3"))
    expect(await rowsOf("push")).toEqual([`receipt changed_here update ${second}`])
  })

  it("leaves its name to a new template", async () => {
    move("receipt", "old")
    writeInvoice("receipt")
    expect(await rowsOf("push")).toEqual([`receipt new_here create ${second + 1}`])
    expect(await folder.states()).toMatchObject({ old: "same", receipt: "same" })
    expect(await subjectAt(receipt)).toBe("R")
  })

  it("is the same template in every brand", async () => {
    await folder.run("push --brand garden")
    const lockOf = (brand: string) => folder.lock[folder.sandbox.service.url][brand]
    const before = lockOf("garden")
    move("receipt", "third")
    move("receipt-v2", "receipt")
    move("third", "receipt-v2")
    await folder.run("push")
    expect(lockOf("garden")).toMatchObject({ receipt: before["receipt-v2"], "receipt-v2": before.receipt })
    expect(await rowsOf("push --brand garden")).toEqual([])
  })
})

describe("a folder with the text of another", () => {
  beforeEach(() => {
    folder.remove("receipt")
    cpSync(join(folder.dir, "receipt-v2"), join(folder.dir, "receipt"), { recursive: true })
  })

  it.each(["push", "push --dry-run", "push --only receipt"])("is not sent if it cannot prompt: %s", async (line) => {
    const { code, err } = await folder.run(line)
    expect([code, writes()]).toEqual([2, []])
    expect(err).toContain(
      `receipt has the text of another template: is it still the template ${receipt}, or a new one?`,
    )
    expect(err).toContain(`push it once with its former name (name: \\"Receipt\\")`)
    expect(err).toContain("mas templates pull --only receipt-2 --on-deleted forget")
  })

  it("is not sent with changes, either", async () => {
    folder.edit("receipt/template.yaml", (yaml) => yaml.replace("R2", "R3"))
    folder.remove("receipt/body.txt.liquid")
    expect([(await folder.run("push")).code, writes()]).toEqual([2, []])
  })

  it("follows either advice", async () => {
    await folder.run("pull --only receipt-2 --on-deleted forget")
    expect(await rowsOf("push")).toEqual([`receipt new_here create ${second + 1}`])
    expect(await subjectAt(receipt)).toBe("R")
    folder.edit("receipt-v2/template.yaml", (yaml) => yaml.replace("R2", "R3"))
    expect(await rowsOf("push")).toEqual([`receipt-v2 changed_here update ${second}`])
  })

  it("is updated once it has its former name", async () => {
    folder.edit("receipt/template.yaml", (yaml) => yaml.replace(/name: .*/, "name: Receipt"))
    expect(await rowsOf("push")).toEqual([`receipt changed_here update ${receipt}`])
  })

  it.each([
    ["1", () => [`PATCH /v1/my/templates/${receipt}`], "same"],
    ["2", () => ["POST /v1/my/templates"], "same"],
    ["3", () => [], "new_here"],
  ])("is asked about on a terminal: response %s", async (response, sent, state) => {
    const screen = await dialog(folder.sandbox.home, ["templates", "push"], [response])
    expect(screen).toContain("receipt has the text of another template. What is it?")
    expect(writes()).toEqual(sent())
    expect(await folder.states()).toMatchObject({ receipt: state, "receipt-v2": "same" })
  })
})

it("a rewritten folder whose text is no other's stays the same template", async () => {
  writeInvoice("receipt")
  folder.remove("receipt/body.txt.liquid")
  expect(await rowsOf("push")).toEqual([`receipt changed_here update ${receipt}`])
})

it("a copy of a folder that is then changed is a new template", async () => {
  cpSync(join(folder.dir, "receipt"), join(folder.dir, "copy"), { recursive: true })
  folder.edit("receipt/body.html.liquid", () => "<p>changed</p>\n")
  folder.edit("receipt/body.txt.liquid", () => "Changed\n")
  expect(await rowsOf("push")).toEqual([`copy new_here create ${second + 1}`, `receipt changed_here update ${receipt}`])
})
