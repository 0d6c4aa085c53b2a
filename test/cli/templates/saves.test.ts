import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { ChangeWatcher } from "../../../cli/commands/templates/saves.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"

it("continues when the folder disappears and comes back, or is replaced", { tags: "slow" }, async () => {
  const parent = temporaryFolder(onTestFinished)
  const [dir, away] = [join(parent, "templates"), join(parent, "away")]
  mkdirSync(dir)
  const names: string[] = []
  const isOurs = (name: string) => {
    names.push(name)
    return false
  }
  const saves = new ChangeWatcher(dir, isOurs, new AbortController().signal)
  onTestFinished(() => saves.close())
  renameSync(dir, away)
  await saves.next()
  renameSync(away, dir)
  await saves.next()
  rmSync(dir, { recursive: true })
  await saves.next()
  mkdirSync(dir)
  await saves.next()
  writeFileSync(join(dir, "last.txt"), "")
  while (!names.includes("last.txt")) await saves.next()
  expect(names).toContain("last.txt")
})
