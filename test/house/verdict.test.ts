import ts from "typescript"
import { describe, expect, it } from "vitest"
import { readProjectFile, sourceFiles } from "../support/files.ts"

/** Statuses that may pass: who names one can decide on a repetition, which only `sdk/client/verdict.ts` does. */
const temporary = ["408", "425", "429", "500", "502", "503", "504"]

/** The node or a parent of it compares with a number, or looks something up by it. */
function isJudgement(node: ts.Node): boolean {
  if (ts.isRegularExpressionLiteral(node)) {
    const [, source = "", flags] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? []
    const matches = (status: string) => new RegExp(source, flags?.replace(/[gy]/, "")).test(status)
    return temporary.some(matches) && !["200", "299", "404"].some(matches)
  }
  const isNamed = ts.isNumericLiteral(node) || ts.isStringLiteral(node)
  if (!isNamed || !temporary.includes(node.text)) return false
  const { parent } = node
  if (ts.isBinaryExpression(parent)) return /^([<>]=?|[=!]==?)$/.test(parent.operatorToken.getText())
  if (ts.isPropertyAssignment(parent)) return parent.name === node
  return ts.isCaseClause(parent) || ts.isArrayLiteralExpression(parent)
}

/** An error is asked whether it is of a class of failures that may pass. */
const isOfClass = (node: ts.Node) =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
  /^(RateLimit|InternalServer|ServiceUnavailable|Connection|Timeout)Error$/.test(node.right.getText())

/** An error is told what to do about it. */
const isDecision = (node: ts.Node) =>
  (ts.isPropertyAssignment(node) && /^(disposition|isRefusal)$/.test(node.name.getText())) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    /\.(disposition|isRefusal)$/.test(node.left.getText()))

/** The files that do it, and what for. */
type Allowed = Readonly<Record<string, string>>
const judges: Allowed = {
  "sdk/client/verdict.ts": "the verdict",
  "sdk/client/request/api-error.ts": "the class of an error",
  "sdk/client/request/observer.ts": "the level of a log line",
  "sdk/client/request/parse.ts": "the words of an error",
  "sdk/webhooks/receiver.ts": "its own answers",
  "cli/terminal/report/report-error.ts": "exit codes",
  "cli/terminal/report/api-hint.ts": "the words of a hint",
  "cli/commands/mock/wait.ts": "the mock server's own wait is over",
  "cli/runners/follow.ts": "the mock server's own wait is over",
  "cli/runners/request-line.ts": "a colour",
  "cli/terminal/output/progress.ts": "milliseconds",
  "mock-server/testing/simulation/delivery-check.ts": "the receiver's answers",
}
const classJudges: Allowed = {
  "sdk/client/request/ceiling.ts": "whether a message may have been sent",
  "sdk/client/request/final-error.ts": "the facts for the verdict",
  "sdk/client/request/retries.ts": "the facts for the verdict",
  "cli/commands/doctor/checks.ts": "words",
  "cli/runners/wait.ts": "an exit code",
  "cli/mcp/wait-call.ts": "a code",
  "cli/runners/control.ts": "no mock server runs there",
  "cli/terminal/report/connection-hint.ts": "the words of a hint",
  "cli/commands/contacts/import.ts": "the words of a hint",
  "cli/terminal/report/report-error.ts": "exit codes",
  "cli/commands/webhooks/endpoint.ts": "words",
  "cli/commands/profiles/check.ts": "the word for a state",
}
const deciders: Allowed = {
  "sdk/client/errors.ts": "from the verdict",
  "sdk/base/mas-error.ts": "the default",
  "sdk/sending/recipients/call-hold.ts": "a call that waits for a person",
  "sdk/sending/recipients/refused-error.ts": "nothing was sent, and never will be",
  "sdk/client/request/final-error.ts": "combines the attempts of a call",
  "sdk/client/request/pacing.ts": "its turn comes later",
  "sdk/sending/ceilings/send-ceiling-error.ts": "there is room later, or never",
}

function find(source: ts.SourceFile, matches: (node: ts.Node) => boolean): ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (matches(node)) nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return nodes
}
const parse = (path: string, text: string) => ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
const sources = sourceFiles()
  // The contract and the mock server are the service's side.
  .filter((path) => !/^(?:mock-server\/(?!testing\/simulation\/)|sdk\/contract\/)/.test(path))
  .map((path) => parse(path, readProjectFile(path)))

describe("what to do about a failure is decided by sdk/client/verdict.ts alone:", () => {
  it.each([
    ["names a status that may pass", isJudgement, judges],
    ["asks for a class of failures that may pass", isOfClass, classJudges],
    ["tells an error what to do about it", isDecision, deciders],
  ] as const)("no other file %s, except for the listed purposes", (_, matches, allowed) => {
    const fileNames = sources.flatMap((source) => find(source, matches).map(() => source.fileName))
    const advice =
      "Ask verdictOf, or the error's disposition. If it is not about repeating, list the file with its purpose."
    expect([...new Set(fileNames)].sort(), advice).toEqual(Object.keys(allowed).sort())
  })
})

describe("the search finds a planted judgement:", () => {
  it.each([
    "if (answer.status === 503) repeat()",
    "if ((error.status ?? 0) >= 500) later()",
    "const code = error.status; if (code == 429) later()",
    "switch (error.status) { case 502: repeat() }",
    "const again = [408, 429, 503].includes(status)",
    "const again = new Set([502])",
    "const pauses = { 429: 1_000 }",
    "const again = /^(429|5..)$/.test(String(status))",
    'const again = String(status) === "503"',
  ])("%s", (code) => {
    expect(find(parse("example.ts", code), isJudgement).length).toBeGreaterThan(0)
  })

  it.each(["if (error instanceof RateLimitError) later()", "const again = !(error instanceof ConnectionError)"])(
    "%s",
    (code) => expect(find(parse("example.ts", code), isOfClass)).toHaveLength(1),
  )

  it.each(['addFields(error, { disposition: "final" })', "error.isRefusal = true"])("%s", (code) =>
    expect(find(parse("example.ts", code), isDecision)).toHaveLength(1),
  )

  it.each(["const limit = 500", "if (status >= 200 && status < 300) done()", "/\\w+/.test(name)"])("not %s", (code) =>
    expect(find(parse("example.ts", code), isJudgement)).toEqual([]),
  )
})
