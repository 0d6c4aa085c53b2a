import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../support/files.ts"

/** Looks at the readers in a process of its own, where their work is counted. */
function findSteepReaders(...argv: readonly string[]): { readers: number; pieces: number; steep: readonly string[] } {
  const program = join(root, "test/support/readers/find-steep-readers.ts")
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", program, ...argv], {
    cwd: root,
    encoding: "utf8",
  })
  if (stdout === "") throw new Error(stderr)
  return JSON.parse(stdout)
}

describe("a reader of foreign content", () => {
  it("does no more than 2.5 times the work for twice the text, whatever it repeats", () => {
    const { readers, pieces, steep } = findSteepReaders()
    expect(steep).toEqual([])
    expect([readers > 60, pieces >= 60]).toEqual([true, true])
  })

  it("is found if it begins again at each character, by its own code or by a method of texts", () => {
    const { steep } = findSteepReaders("--planted")
    expect(steep).toEqual([
      expect.stringMatching(/^planted: "a", /),
      expect.stringMatching(/^planted, in a loop: "a", /),
    ])
  })
})
