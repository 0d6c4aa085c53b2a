import { transformSync } from "esbuild"
import { describe, expect, it } from "vitest"
import { compact } from "../../scripts/lib/compact.mjs"
import { nameModels } from "../../scripts/lib/short-declarations.mjs"

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

describe("models in declarations", () => {
  const model = "declare const Ada: z.ZodObject<{\n\tid: z.ZodInt;\n}, z.core.$loose>;\n"
  const again = "declare const groups: {\n\tbody: z.ZodObject<{\n\t\tid: z.ZodInt;\n\t}, z.core.$loose>;\n};\n"
  const other = again.replace("ZodInt", "ZodString")

  it("are named where they are repeated, in their own file and in those that import or hand them on", () => {
    const files = new Map([
      ["a.d.cts", `${model}${again}export { Ada as A };\n`],
      ["b.d.cts", `import { A as Own } from './a.cjs';\n${again}`],
      ["c.d.cts", `export { A as Ada } from './a.cjs';\n${again}`],
    ])
    const short = nameModels(files)
    expect(short.get("a.d.cts")).toBe(
      `${model}declare const groups: {\n\tbody: typeof Ada;\n};\nexport { Ada as A };\n`,
    )
    expect(short.get("b.d.cts")).toContain("body: typeof Own;")
    expect(short.get("c.d.cts")).toMatch(/^import \{ A as Ada \} from '\.\/a\.cjs';\n[\s\S]*body: typeof Ada;/)
  })

  it("are left where the type is another, or a type is all that is imported", () => {
    const files = new Map([
      ["a.d.cts", `${model}${other}export { type Ada as A };\n`],
      ["b.d.cts", `import { A as Own } from './a.cjs';\n${again}`],
    ])
    expect([...nameModels(files).keys()]).toEqual([])
  })
})
