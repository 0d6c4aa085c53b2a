import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Home } from "./run.ts"

const home = new Home()
afterAll(() => home.remove())
const file = (name: string, text: string) => writeFileSync(join(home.folder, name), text)
const simulate = (...words: string[]) => home.run(["simulate", ...words, "-o", "json"])

describe("mas simulate", () => {
  it("lives through the days of a file, by its options and the flags before them", async () => {
    file(
      "day.mjs",
      `export const options = { runs: 3, faults: "calm", for: "2h" }; export default (day) => day.sleep("2h")`,
    )
    const { code, json, err } = await simulate("day.mjs")
    expect([code, json]).toEqual([0, { runs: 3, virtual_days: 0.3, faults: 0 }])
    expect(err).toContain("1 of 3, 0.1 virtual days, 0 faults\n")
    expect((await simulate("day.mjs", "--runs", "2", "--for", "12h")).json).toMatchObject({ runs: 2 })
    expect((await simulate("day.mjs", "--seed", "7")).json).toMatchObject({ runs: 1 })
  })

  it("tells of the day that breaks, ends with 1 and says how to live it again", async () => {
    file("broken.cjs", `module.exports = async (day) => { if (day.seed === 2) throw new Error("Out of paper") }`)
    const { code, out, err } = await simulate("broken.cjs", "--runs", "5")
    expect([code, out]).toEqual([1, ""])
    expect(err).toContain("Run 2, seed 2: The day's function threw: Out of paper\n")
    expect(err).toContain("What happened, in virtual time:\n")
    expect(err).toContain("Once more: mas simulate broken.cjs --seed 2")
  })

  it.each([
    ["a file that is not there", "none.mjs", undefined, "there is no such file"],
    ["a file without a day", "empty.mjs", "export const a = 1", "Let its default export be a function"],
    ["options that are none", "odd.mjs", "export const options = 1; export default () => {}", "must be an object"],
    ["an option that there is not", "old.mjs", "export const options = { days: 1 }; export default () => {}", "days"],
    ["a file that waits while it loads", "late.mjs", "await null; export default () => {}", "Leave `await` to the day"],
  ])("refuses %s with 2", async (_, name, text, why) => {
    if (text !== undefined) file(name, text)
    const { code, err } = await simulate(name)
    expect(code).toBe(2)
    expect(err).toContain(why)
  })
})
