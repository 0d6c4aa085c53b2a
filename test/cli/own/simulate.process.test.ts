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
    expect(err).toContain("1 of 3 days, 0.1 virtual days, 0 faults\n")
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

  it("says what else was said of the day that breaks", async () => {
    file("broken.cjs", `module.exports = async () => { throw new Error("Out of paper") }`)
    const hint = async (...words: string[]) => {
      const { err } = await simulate("broken.cjs", "--seed", "2", ...words)
      return JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.hint.split("\n")[0]
    }
    const again = "Once more: mas simulate broken.cjs --seed 2"
    expect(await hint()).toBe(again)
    expect(await hint("--faults", "calm")).toBe(`${again} --faults calm`)
    expect(await hint("--for", "2h")).toBe(`${again} --for 7200000ms`)
    expect(await hint("--for", "2h", "--faults", "storm")).toBe(`${again} --faults storm --for 7200000ms`)
  })

  it("quotes the file for the shell where it says how to live a day again", async () => {
    file("a b's.cjs", `module.exports = () => { throw new Error("Out of paper") }`)
    const { err } = await simulate("a b's.cjs", "--runs", "1")
    expect(JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.hint).toContain(
      `mas simulate 'a b'\\''s.cjs' --seed`,
    )
  })

  it.each([0, 7])("tells of a program that ends the process, whatever its code: %i", async (ended) => {
    file(`ends-${ended}.mjs`, `export default () => process.exit(${ended})`)
    const { code, out, err } = await simulate(`ends-${ended}.mjs`, "--runs", "2")
    expect([code, out]).toEqual([1, ""])
    expect(err).toContain(`the program ended the process: process.exit(${ended})`)
  })

  it.each([
    ["slip.mjs", "export default () => {\n  let x = ;\n}"],
    ["slip.cjs", "module.exports = () => {\n  let x = ;\n}"],
  ])("says where %s cannot be read as a program", async (name, text) => {
    file(name, text)
    const { code, err } = await simulate(name)
    expect([code, JSON.parse(err).error.hint]).toEqual([2, expect.stringContaining(`${name}:2.`)])
    expect(JSON.parse(err).error.message).toContain(`cannot load ${name}: Unexpected token`)
  })

  it("says with --debug what a file failed of while it was loaded", async () => {
    file("thrown.mjs", `throw new Error("Out of ink")`)
    const { code, err } = await simulate("thrown.mjs", "--debug")
    expect([code, JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.message]).toEqual([
      2,
      expect.stringContaining("cannot load thrown.mjs: Out of ink"),
    ])
    expect(err).toMatch(/ at .*thrown\.mjs:1/)
  })

  it("takes the seeds that every command takes", async () => {
    file("any.mjs", "export default () => {}")
    expect((await simulate("any.mjs", "--seed", "4294967295", "--for", "1h")).code).toBe(0)
    for (const words of [
      ["simulate", "any.mjs"],
      ["mock", "start"],
      ["mock", "worlds", "--create"],
    ]) {
      const { code, err } = await home.run([...words, "--seed", "4294967296"])
      expect([code, JSON.parse(err).error.message]).toEqual([6, expect.stringContaining("at most 4294967295")])
    }
  })

  it.each([
    ["a file that is not there", "none.mjs", undefined, "there is no such file"],
    ["a folder", ".", undefined, "it is a folder"],
    ["a file without a day", "empty.mjs", "export const a = 1", "Export a function as default"],
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
