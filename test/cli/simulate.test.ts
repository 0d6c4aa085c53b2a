import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Home } from "./own/run.ts"

const home = new Home()
afterAll(() => home.remove())
const file = (name: string, text: string) => writeFileSync(join(home.folder, name), text)
const simulate = (...words: string[]) => home.run(["simulate", ...words, "-o", "json"])

describe("mas simulate", () => {
  it("runs the days of a file with its options; flags take precedence", async () => {
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

  it("reports the failing day, ends with 1 and says how to repeat it", async () => {
    file("broken.cjs", `module.exports = async (day) => { if (day.seed === 2) throw new Error("Out of paper") }`)
    const { code, out, err } = await simulate("broken.cjs", "--runs", "5")
    expect([code, out]).toEqual([1, ""])
    expect(err).toContain("Run 2, seed 2: The day's function threw: Out of paper\n")
    expect(err).toContain("What happened, in virtual time:\n")
    expect(err).toContain("Once more: mas simulate broken.cjs --seed 2")
  })

  it("repeats the flags in the command for a failing day", async () => {
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

  it("quotes the file for the shell in the command for a failing day", async () => {
    file("a b's.cjs", `module.exports = () => { throw new Error("Out of paper") }`)
    const { err } = await simulate("a b's.cjs", "--runs", "1")
    expect(JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.hint).toContain(
      `mas simulate 'a b'\\''s.cjs' --seed`,
    )
  })

  it.each([0, 7])("reports a program that ends the process, with any code: %i", async (ended) => {
    file(`ends-${ended}.mjs`, `export default () => process.exit(${ended})`)
    const { code, out, err } = await simulate(`ends-${ended}.mjs`, "--runs", "2")
    expect([code, out]).toEqual([1, ""])
    expect(err).toContain(`the program ended the process: process.exit(${ended})`)
  })

  it("shows with --debug the stack of an error thrown while a file is loaded", async () => {
    file("thrown.mjs", `throw new Error("Out of ink")`)
    const { code, err } = await simulate("thrown.mjs", "--debug")
    expect([code, JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.message]).toEqual([
      2,
      expect.stringContaining("cannot load thrown.mjs: Out of ink"),
    ])
    expect(err).toMatch(/ at .*thrown\.mjs:1/)
  })

  it("accepts the same seeds as every command", async () => {
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
    ["a missing file", "none.mjs", undefined, "there is no such file"],
    ["a folder", ".", undefined, "it is a folder"],
    ["a file without a day", "empty.mjs", "export const a = 1", "Export a function as default"],
    ["invalid options", "odd.mjs", "export const options = 1; export default () => {}", "must be an object"],
    ["an unknown option", "old.mjs", "export const options = { days: 1 }; export default () => {}", "days"],
    [
      "a file that waits while it loads",
      "late.mjs",
      "await null; export default () => {}",
      "Use `await` only inside the day's function",
    ],
  ])("refuses %s with 2", async (_, name, text, why) => {
    if (text !== undefined) file(name, text)
    const { code, err } = await simulate(name)
    expect(code).toBe(2)
    expect(err).toContain(why)
  })
})
