import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { taskNames } from "../../../cli/commands/specs/tasks.ts"
import { buildPackage } from "../../support/example.ts"
import { readProjectFile, root } from "../../support/files.ts"
import { Home } from "./run.ts"

const home = new Home()
afterAll(() => home.remove())
const tasks = (...words: string[]) => home.run(["tasks", ...words, "-o", "json"])
const solve = (task: string, file: string, solution: string) =>
  cpSync(join(root, "examples/tasks", task, "solutions", solution), join(home.folder, task, file))

describe("mas tasks", () => {
  it("lists the tasks, each with its title", async () => {
    const { json } = await tasks("list")
    expect(json.map(({ name }: { name: string }) => name)).toEqual(taskNames)
    expect(json).toContainEqual({ name: "send-once", title: "Send each receipt once" })
  })

  it("starts a task only in a new or empty folder", async () => {
    const dry = await tasks("start", "send-once", "--dry-run")
    expect([dry.code, dry.json.title, readdirSync(home.folder)]).toEqual([0, "Send each receipt once", []])
    expect(dry.err).toContain("Nothing was written")
    const { code, json, err } = await tasks("start", "send-once")
    const folder = join(home.folder, "send-once")
    expect([code, json]).toEqual([0, { name: "send-once", title: "Send each receipt once", folder }])
    expect(err).toContain("Then: mas tasks grade send-once")
    expect(readdirSync(folder).sort()).toEqual(["TASK.md", "orders.json", "receipts.mjs"])
    const again = await tasks("start", "send-once")
    expect([again.code, again.err]).toEqual([2, expect.stringContaining("send-once exists and is not empty")])
    const inFile = await tasks("start", "send-once", "send-once/TASK.md/x")
    expect(inFile.code).toBe(1)
    expect(inFile.err).toMatch(/send-once\/TASK\.md\/x cannot be written: .*mas tasks start send-once <dir>/)
    expect((await tasks("start", "send-once", "send-once/TASK.md")).err).toContain("exists and is not empty")
    mkdirSync(join(home.folder, "elsewhere"))
    expect((await tasks("start", "send-once", "elsewhere")).code).toBe(0)
  })

  it("refuses an unknown task, and grades only the folder of a task", async () => {
    expect((await tasks("start", "send-twice")).err).toContain("name must be one of")
    expect(await tasks("grade")).toMatchObject({ code: 2, err: expect.stringContaining(". has no TASK.md of a task") })
    expect((await tasks("grade", "page-everything")).err).toContain("Create one: mas tasks start page-everything")
    mkdirSync(join(home.folder, "other"))
    writeFileSync(join(home.folder, "other/TASK.md"), "# send-twice: Send it twice\n")
    expect((await tasks("grade", "other")).err).toContain("other has no TASK.md of a task")
  })

  it("says that the package is missing for a program in the folder", async () => {
    expect(await tasks("grade", "elsewhere", "--dry-run")).toMatchObject({ code: 0, json: { name: "send-once" } })
    const { code, err } = await tasks("grade", "elsewhere")
    expect([code, err]).toEqual([1, expect.stringContaining("npm install mas-sdk")])
  })
})

describe("mas tasks grade, with the package installed", () => {
  beforeAll(() => {
    buildPackage()
    mkdirSync(join(home.folder, "node_modules"))
    symlinkSync(root, join(home.folder, "node_modules/mas-sdk"), "junction")
  })

  it("reports each check as held or failed, and leaves the folder unchanged", async () => {
    solve("send-once", "receipts.mjs", "no-key.mjs")
    const { code, json, err } = await tasks("grade", "send-once")
    expect(code).toBe(1)
    expect(json.map(({ outcome, found }: { outcome: string; found?: string }) => [outcome, found])).toEqual([
      ["held", undefined],
      ["failed", "order 1003 was sent 2 times, not once"],
    ])
    expect(err).toContain("1 failed, 1 held.\n")
    solve("send-once", "receipts.mjs", "right.mjs")
    expect(await tasks("grade", "send-once")).toMatchObject({
      code: 0,
      err: expect.stringContaining("0 failed, 2 held."),
    })
    expect(readdirSync(join(home.folder, "send-once")).sort()).toEqual(["TASK.md", "orders.json", "receipts.mjs"])
  })

  it.each([
    ["page-everything", "export.mjs"],
    ["import-contacts", "import.mjs"],
  ])("accepts the line ends of another system: %s", async (task, file) => {
    await tasks("start", task)
    const right = readProjectFile(`examples/tasks/${task}/solutions/right.mjs`)
    writeFileSync(join(home.folder, task, file), right.replaceAll("\\n", "\\r\\n"))
    expect(await tasks("grade", task)).toMatchObject({ code: 0, err: expect.stringContaining("0 failed, ") })
  })

  it("says that a program is still running", async () => {
    const { gradeTask } = await import("../../../examples/tasks/grading.mjs")
    const folder = join(home.folder, "send-once")
    writeFileSync(join(folder, "receipts.mjs"), "setTimeout(() => {}, 200)")
    const notes: string[] = []
    await gradeTask(folder, { note: (says) => notes.push(says), noteAfter: 10 })
    expect(notes[0]).toBe("receipts.mjs still runs after 0.01 seconds. Does it ever end?")
  })

  it("ends its programs when it is interrupted", async () => {
    writeFileSync(join(home.folder, "send-once/receipts.mjs"), `setInterval(() => {}, 1_000)`)
    const running = home.start(["tasks", "grade", "send-once"])
    await expect
      .poll(() => readdirSync(join(home.folder, "send-once")).some((name) => name.startsWith(".grading-")))
      .toBe(true)
    running.interrupt()
    expect((await running.ended).code).toBe(130)
    expect(readdirSync(join(home.folder, "send-once")).sort()).toEqual(["TASK.md", "orders.json", "receipts.mjs"])
  })
})
