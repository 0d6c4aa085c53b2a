import ts from "typescript"
import { describe, expect, it } from "vitest"
import { filesUnder, readProjectFile } from "../support/files.ts"

/** Participles, pronouns and words without a role: a whole name that says nothing of what the thing is for. */
const emptyNames: ReadonlySet<string> = new Set(
  `answer answers given known found place places shown kept asked made wanted own taken left named whole refused said says told seen meant
  held its that them those such way ways thing things goes comes stays put laid stood lent met noted heard unheard tried wished owed spent
  worn bound due`.split(/\s+/),
)

/** Folders whose variables, parameters and functions have names with a role: the list only grows. */
const doneFolders = ["sdk", "cli", "mock-server", "test"]

/** Where one of the words is the field's own term. */
const exceptions: readonly string[] = [
  // The two sides of a comparison, and of a heap.
  "cli/templates/variables/expressions.ts left",
  "mock-server/base/timers.ts left",
]

function emptyNamesIn(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const problems: string[] = []
  const take = (name: ts.BindingName | undefined): void => {
    if (name === undefined) return
    if (!ts.isIdentifier(name)) {
      for (const element of name.elements) if (ts.isBindingElement(element)) take(element.name)
    } else if (emptyNames.has(name.text) && !exceptions.includes(`${path} ${name.text}`)) {
      problems.push(`${path}:${source.getLineAndCharacterOfPosition(name.getStart()).line + 1} ${name.text}`)
    }
  }
  const walk = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isFunctionDeclaration(node)) take(node.name)
    ts.forEachChild(node, walk)
  }
  walk(source)
  return problems
}

describe("names of variables, parameters and functions", () => {
  it.each(doneFolders)("say a role in %s", { tags: "slow" }, (folder) => {
    const paths = filesUnder(folder).filter((path) => /\.m?tsx?$/.test(path) && !/\.gen\.|\.d\.ts$/.test(path))
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.flatMap((path) => emptyNamesIn(path, readProjectFile(path)))).toEqual([])
  })

  it.each([
    ["const known = 1", "known"],
    ["const { kept } = state", "kept"],
    ["const { size: [found] } = state", "found"],
    ["function answer() {}", "answer"],
    ["const names = list.map((given) => given)", "given"],
  ])("are found out in %s", (text, name) => {
    expect(emptyNamesIn("a.ts", text)).toEqual([`a.ts:1 ${name}`])
  })

  it("may be part of a longer name, or a field of somebody else's", () => {
    expect(emptyNamesIn("a.ts", "const knownIds = state.known; const { found: match } = state")).toEqual([])
  })
})
