import { spawn } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { taskNames } from "../../cli/commands/specs/tasks.ts"
import type { CheckLine } from "../../cli/output/check-lines.ts"
import { buildPackage, end } from "../support/example.ts"
import { readProjectFile, root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const home = temporaryFolder()
const tasks = join(root, "examples/tasks")
const solutionsOf = (task: string) => readdirSync(join(tasks, task, "solutions")).sort()
/** The graded folders: each task unchanged, and with each solution. */
const graded = new Map<string, readonly CheckLine[]>()
const folderOf = (task: string, solution: string) => join(home, task, solution)

/** The checks that a solution must fail, from its first lines. */
const failsBy = (task: string, solution: string) =>
  [...readProjectFile(`examples/tasks/${task}/solutions/${solution}`).matchAll(/^\/\/ Fails: (.*)$/gm)].map(
    ([, says]) => says,
  )

const failedIn = (task: string, solution: string) =>
  (graded.get(folderOf(task, solution)) ?? [])
    .filter(({ outcome }) => outcome === "failed")
    // Without the program's output at its end.
    .map(({ says, found }) => `${says} → ${found?.replace(/(exit code \d+|they fail): .*/s, "$1")}`)

function prepare(task: string, solution: string): string {
  const folder = folderOf(task, solution)
  cpSync(join(tasks, task, "start"), folder, { recursive: true })
  cpSync(join(tasks, task, "TASK.md"), join(folder, "TASK.md"))
  if (solution !== "start") {
    const [, file = ""] =
      /^export const file = "(.+)"$/m.exec(readProjectFile(`examples/tasks/${task}/grade.mjs`)) ?? []
    cpSync(join(tasks, task, "solutions", solution), join(folder, file))
  }
  return folder
}

/** Grades folders in a separate process. */
async function gradeAll(folders: readonly string[]): Promise<void> {
  const program = join(root, "test/support/grade-tasks.mjs")
  const { code, stdout, stderr } = await end(spawn(process.execPath, [program, ...folders]))
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  for (const line of stdout.trim().split("\n")) {
    const { folder, lines } = JSON.parse(line)
    graded.set(folder, lines)
  }
}

beforeAll(async () => {
  buildPackage()
  mkdirSync(join(home, "node_modules"))
  symlinkSync(root, join(home, "node_modules/mas-sdk"), "junction")
  const folders = taskNames.flatMap((task) =>
    ["start", ...solutionsOf(task)].map((solution) => prepare(task, solution)),
  )
  await Promise.all([0, 1].map((half) => gradeAll(folders.filter((_, at) => at % 2 === half))))
})

it("has the tasks that the command line names, each with a short description", () => {
  const folders = readdirSync(tasks, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...taskNames])
  for (const task of taskNames) {
    const text = readFileSync(join(tasks, task, "TASK.md"), "utf8")
    expect(text).toMatch(new RegExp(`^# ${task}: \\S.*\n\n`))
    expect(text.split("\n").length).toBeLessThanOrEqual(12)
  }
})

describe.each(taskNames)("the grader of %s", (task) => {
  const wrong = solutionsOf(task).filter((solution) => solution !== "right.mjs")

  it("passes the right solution", () => {
    expect(graded.get(folderOf(task, "right.mjs"))?.length).toBeGreaterThan(1)
    expect(failedIn(task, "right.mjs")).toEqual([])
  })

  it("fails the unchanged task", () => {
    expect(failedIn(task, "start")).not.toEqual([])
  })

  it("has at least four wrong solutions", () => {
    expect(wrong.length).toBeGreaterThanOrEqual(4)
  })

  it.each(wrong)("fails the wrong solution %s for the right reason", (solution) => {
    const expected = failsBy(task, solution)
    expect(expected).not.toEqual([])
    expect(failedIn(task, solution)).toEqual(expected)
  })
})
