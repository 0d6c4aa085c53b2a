import { readdirSync, readFileSync } from "node:fs"
import ts from "typescript"

/** A test with its file and titles. */
export interface TestTitle {
  /** From the folder `test`, without `.test.ts`: `mock-server/invites`. */
  readonly file: string
  /** The titles around it. */
  readonly group: string
  /** Its own title, without the tags. */
  readonly title: string
  /** The tags in brackets at its end: the sections of the specification, or the endpoints, that it covers. */
  readonly tags: readonly string[]
  /** False for one that is skipped or to do in any case; what a missing program skips is run where it is there. */
  readonly isRun: boolean
}

const folder = new URL("../../test/", import.meta.url)

let titles: readonly TestTitle[] | undefined

/** Reads every test of the project from the sources, once, without running them. */
export function readTestTitles(): readonly TestTitle[] {
  titles ??= readTitles()
  return titles
}

function readTitles(): TestTitle[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .sort()
    .flatMap((file) => readTitlesOf(file, readFileSync(new URL(file, folder), "utf8")))
}

/** The tests of a file's text. */
export function readTitlesOf(file: string, text: string): TestTitle[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return titlesIn(source, file.replace(/\.test\.ts$/, ""), textsIn(source))
}

function titlesIn(source: ts.SourceFile, file: string, texts: ReadonlyMap<string, string>): TestTitle[] {
  const found: TestTitle[] = []
  const visit = (node: ts.Node, group: readonly string[], isGroupRun: boolean): void => {
    const named = ts.isCallExpression(node) ? namedCall(node, texts) : undefined
    const isRun = isGroupRun && named?.isRun !== false
    if (named?.function === "it" || named?.function === "test") {
      const [, title = "", tags = ""] = /^(.*?)((?: \[[^\]]*\])*)$/s.exec(named.title) ?? []
      found.push({ file, group: group.join(" › "), title, tags: tags.split(/ \[|\]/).filter(Boolean), isRun })
    }
    const inside = named?.function === "describe" ? [...group, named.title] : group
    ts.forEachChild(node, (child) => visit(child, inside, isRun))
  }
  visit(source, [], true)
  return found
}

/** `it("title", …)`, `it.each(…)("title", …)`. */
function namedCall(call: ts.CallExpression, texts: ReadonlyMap<string, string>) {
  let callee: ts.Expression = call.expression
  let isRun = true
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) {
    if (ts.isPropertyAccessExpression(callee) && /^(?:skip|todo)$/.test(callee.name.text)) isRun = false
    callee = callee.expression
  }
  const title = call.arguments[0] && textOf(call.arguments[0], texts)
  return ts.isIdentifier(callee) && title !== undefined ? { function: callee.text, title, isRun } : undefined
}

/** The text of a literal, with the file's own constants filled in. */
function textOf(node: ts.Expression, texts: ReadonlyMap<string, string>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.templateSpans.reduce(
    (text, { expression, literal }) => text + (texts.get(expression.getText()) ?? "…") + literal.text,
    node.head.text,
  )
}

function textsIn(source: ts.SourceFile): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer && ts.isStringLiteralLike(initializer)) texts.set(name.getText(), initializer.text)
    }
  }
  return texts
}
