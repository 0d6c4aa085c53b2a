import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { linesOf } from "../../../cli/templates/lines.ts"
import { mergeText, type Solve } from "../../../cli/templates/merge-text.ts"

const merge = (ours: string, base: string | undefined, theirs: string, solve: Solve = "mark") =>
  mergeText({ ours, base, theirs }, { base: "version 1", theirs: "version 2" }, solve)

/** The edits of one side: each line is kept, dropped, or replaced by unique ones. */
const edits = fc.array(fc.constantFrom("keep", "keep", "drop", "add", "replace"), { minLength: 8, maxLength: 8 })
const edited = (base: readonly string[], how: readonly string[], side: string) =>
  base.flatMap((line, at) => {
    const uniqueLine = `${side} ${at}\n`
    return { keep: [line], drop: [], add: [uniqueLine, line], replace: [uniqueLine] }[how[at] ?? "keep"] ?? []
  })

describe("a merge of lines", () => {
  it("takes changes that only one side made", () => {
    const base = "a\nb\nc\nd\ne\n"
    expect(merge("a\nB\nc\nd\ne\n", base, "a\nb\nc\ne\nf\n")).toEqual({ text: "a\nB\nc\ne\nf\n", conflicts: 0 })
    expect(merge("a\n", "", "a\n")).toEqual({ text: "a\n", conflicts: 0 })
    expect(merge(base, base, "")).toEqual({ text: "", conflicts: 0 })
  })

  it("does not separate adjacent changes", () => {
    expect(merge("A\nb\n", "a\nb\n", "a\nB\n").conflicts).toBe(1)
    expect(merge("a\nours\nb\n", "a\nb\n", "a\nb\ntheirs\n").conflicts).toBe(0)
  })

  it("puts both versions between markers, each at the start of a line", () => {
    expect(merge("a\nours", "a\nb", "a\ntheirs")).toEqual({
      text: "a\n<<<<<<< here\nours\n||||||| version 1\nb\n=======\ntheirs\n>>>>>>> version 2\n",
      conflicts: 1,
    })
    expect(merge("ours", undefined, "theirs").text).toBe("<<<<<<< here\nours\n=======\ntheirs\n>>>>>>> version 2\n")
  })

  it("loses no line of either side, and takes those of one side on request", () => {
    fc.assert(
      fc.property(edits, edits, (here, there) => {
        // Blank and repeated lines are where a merge can go wrong.
        const base = ["<p>\n", "1\n", "\n", "<p>\n", "2\n", "\n", "<p>\n", "3"]
        const [ours, theirs] = [edited(base, here, "ours"), edited(base, there, "theirs")]
        const mergeBy = (solve: Solve) => merge(ours.join(""), base.join(""), theirs.join(""), solve)
        const lines = linesOf(mergeBy("mark").text).map((line) => line.trimEnd())
        for (const line of [...ours, ...theirs])
          if (/^(ours|theirs) /.test(line)) expect(lines).toContain(line.trimEnd())
        for (const line of ["1", "2", "3"])
          if ([ours, theirs].every((side) => side.some((one) => one.trimEnd() === line))) expect(lines).toContain(line)
        if (mergeBy("mark").conflicts === 0) expect(mergeBy("ours").text).toBe(mergeBy("theirs").text)
        const linesByOurs = linesOf(mergeBy("ours").text)
        for (const line of ours) if (line.startsWith("ours ")) expect(linesByOurs).toContain(line)
      }),
    )
  })

  it("returns one side's text if the other changed nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a\n", "b\n", "\n", "c\r\n", "c")), edits, (base, how) => {
        const [begun, ours] = [base.join(""), edited(base, how, "ours").join("")]
        expect(merge(ours, begun, begun)).toEqual({ text: ours, conflicts: 0 })
        expect(merge(begun, begun, ours)).toEqual({ text: ours, conflicts: 0 })
        expect(merge(ours, begun, ours)).toEqual({ text: ours, conflicts: 0 })
      }),
    )
  })

  it("of texts with nothing in common keeps all of both", { tags: "slow" }, () => {
    const text = (name: string) => Array.from({ length: 3_000 }, (_, at) => `${name} ${at}\n`).join("")
    const { text: merged, conflicts } = merge(text("a"), text("b"), text("c"))
    expect([conflicts, linesOf(merged).length]).toEqual([1, 9_004])
  })
})
