import ts from "typescript"
import { describe, expect, it } from "vitest"
import { readProjectFile, sourceFiles } from "../support/files.ts"

const parse = (path: string, text: string) =>
  ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS)
const files = sourceFiles().map((path) => {
  const text = readProjectFile(path)
  return { path, text, lines: text.split("\n").length - 1, source: parse(path, text) }
})
const totalLines = files.reduce((sum, { lines }) => sum + lines, 0)

/** The nodes of a file that `matches` picks, as "path:line". */
function find(source: ts.SourceFile, matches: (node: ts.Node) => boolean): string[] {
  const positions: string[] = []
  const visit = (node: ts.Node): void => {
    if (matches(node))
      positions.push(`${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return positions
}

const isAsConst = (node: ts.AsExpression) => node.type.getText() === "const"
const isCast = (node: ts.Node) =>
  (ts.isAsExpression(node) && !isAsConst(node)) || ts.isTypeAssertionExpression(node) || ts.isNonNullExpression(node)
const isAny = (node: ts.Node) => node.kind === ts.SyntaxKind.AnyKeyword

const isCanParse = (node: ts.Node) => ts.isPropertyAccessExpression(node) && node.name.text === "canParse"

describe("the sources", () => {
  it("keep every file within 300 lines, without comments: each field has a comment", () => {
    const sizes = files.map(({ path, text }) => ({
      path,
      code: text.replace(/^ *(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm, ""),
    }))
    // An exception: a class whose methods are one or two lines each, all documented.
    const most = (path: string) => (path === "mock-server/testing/mock-world.ts" ? 400 : 300)
    const large = sizes.filter(({ code, path }) => code.split("\n").length - 1 > most(path))
    expect(large.map(({ path }) => path)).toEqual([])
  })

  it("keep the median file within 110 lines", () => {
    const sizes = files.map(({ lines }) => lines).sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(110)
  })

  it("never use any, except where a user's inline handler would have no type otherwise", () => {
    const positions = files.flatMap(({ source }) => find(source, isAny))
    expect(positions.map((position) => position.replace(/:\d+$/, ""))).toEqual(["sdk/webhooks/adapters.ts"])
  })

  it("never use URL.canParse, which is wrong on Node 20: parseUrl validates addresses", () => {
    expect(files.flatMap(({ source }) => find(source, isCanParse))).toEqual([])
    expect(find(parse("example.ts", "export const is = URL.canParse('x')"), isCanParse)).toHaveLength(1)
  })

  it("have less than five casts in a thousand lines", () => {
    const casts = files.flatMap(({ source }) => find(source, isCast))
    expect((casts.length / totalLines) * 1000, casts.join("\n")).toBeLessThan(5)
  })

  it("have no TODO comments", () => {
    const marks = /\b(TODO|FIXME|XXX|HACK)\b/
    expect(files.filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe("the search for casts", () => {
  it.each([
    ["x as string", 1],
    ["x as unknown as string", 2],
    ["x!", 1],
    ["x as const", 0],
    ["x satisfies string", 0],
  ])("counts %s as %i", (code, count) => {
    const source = parse("example.ts", `declare const x: any\nexport const y = ${code}`)
    expect(find(source, isCast)).toHaveLength(count)
  })
})
