import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { boundedLines, linesIn } from "../../mock-server/service/state/state-text.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

describe("the lines of a state file", () => {
  it("are whole if several reads have their parts", async () => {
    const state = join(temporaryFolder(onTestFinished), "world.jsonl")
    const written = ["short", `first ${"x".repeat(3_000_000)} last`, "next"]
    writeFileSync(state, written.map((text) => `${text}\n`).join(""))
    const lines: string[] = []
    for await (const text of linesIn(state)) lines.push(text)
    expect(lines).toEqual(written)
  })

  it("are whole if a read begins with a line break", async () => {
    const state = join(temporaryFolder(onTestFinished), "world.jsonl")
    const written = ["x".repeat(1024 * 1024), "next"]
    writeFileSync(state, written.map((text) => `${text}\n`).join(""))
    const lines: string[] = []
    for await (const text of linesIn(state)) lines.push(text)
    expect(lines).toEqual(written)
  })

  it("are limited in length, each and together, for reads and writes", async () => {
    const state = join(temporaryFolder(onTestFinished), "world.jsonl")
    writeFileSync(state, "short\nlonger than that\n")
    const read = async (file: number, line: number) => {
      const lines: string[] = []
      for await (const text of linesIn(state, { file, line })) lines.push(text)
      return lines
    }
    expect(await read(100, 20)).toEqual(["short", "longer than that"])
    await expect(read(10, 20)).rejects.toThrow("it is larger than 10 bytes")
    writeFileSync(state, "x".repeat(50))
    await expect(read(100, 20)).rejects.toThrow("a line of it is larger than 20 bytes")
    expect(() => [...boundedLines(["abc\n"], { file: 100, line: 3 })]).toThrow("a line of it is larger than 3 bytes")
    expect(() => [...boundedLines(["abc\n", "abc\n"], { file: 7, line: 4 })]).toThrow("it is larger than 7 bytes")
  })
})
