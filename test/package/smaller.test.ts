import { transformSync } from "esbuild"
import { describe, expect, it } from "vitest"
import { compact } from "../../scripts/lib/compact.mjs"

describe("a module that ships", () => {
  it("has no comments, indentation and spaces between signs, and everything else, line by line", () => {
    const text = [
      "/** What it does. */",
      "const a = /* @__PURE__ */ make(); // why",
      "  return",
      "    1",
      'const b = "/* no comment */", c = `line',
      "  // no comment /* none */`, e = /[/]\\/\\*/;",
      "class F {",
      "  /** A method. */",
      "  async *g() { yield* h }",
      "}",
    ].join("\n")
    const lines = [
      "const a=/* @__PURE__ */ make();",
      "return",
      "1",
      'const b="/* no comment */",c=`line',
      "  // no comment /* none */`,e=/[/]\\/\\*/;",
      "class F{",
      "async*g(){yield*h}",
      "}",
    ]
    expect(compact(text).trim().split("\n")).toEqual(lines)
  })

  it.each([
    "a + +b - -c + ++d - --e",
    "a < !--b, a-- > b",
    "a / /re/g.exec(b) / 2",
    "1 .toFixed() + (2).toFixed() + 3. .x",
    "a ? .5 : b ?. c",
    "for (const é of ë) if (typeof é in { [é]: 1 }) throw new Error",
    "class A { static #x = 1; static async *[y] () { yield * z } has (o) { return #x in o } }",
    `a = b => c => \`x \${ d } y\` ; async (e) => { await e; return "z" }`,
    "a ** b * c, (a && ! b || ~ c) ?? d",
  ])("is the same program: %s", (text) => {
    const program = (source: string) => transformSync(source, { minify: true, logLevel: "silent" }).code
    expect(program(compact(text))).toBe(program(text))
  })
})
