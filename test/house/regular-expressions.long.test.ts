import { createRequire } from "node:module"
import { type AST, RegExpParser } from "@eslint-community/regexpp"
import ts from "typescript"
import { afterEach, describe, expect, it, vi } from "vitest"
import { externalChecks } from "../external-checks/tools.ts"
import { filesUnder, readProjectFile } from "../support/files.ts"
import { skipped } from "../support/skipped.ts"

/** recheck's result for a pattern. */
interface Judgement {
  readonly status: "safe" | "vulnerable" | "unknown"
  readonly attack?: { readonly pattern: string }
}
type Check = (source: string, flags: string, options: Readonly<Record<string, null>>) => Promise<Judgement>

const recheck = await externalChecks.packageFolder("recheck")
const noRecheck = recheck === undefined ? "recheck could not be installed" : undefined
const { check }: { check: Check } = recheck ? createRequire(import.meta.url)(recheck) : {}
// The first call starts a program that answers all others. Five hundred calls at once would start one each.
if (recheck !== undefined) await check("a", "", { timeout: null })

/** A pattern and its place as "path:line". */
interface LocatedPattern {
  readonly position: string
  readonly pattern: RegExp
}

const sources = ["sdk", "mock-server", "cli"]
  .flatMap(filesUnder)
  .filter((path) => /(?<!\.d)\.[cm]?tsx?$/.test(path))
  .map((path) => ({ path, text: readProjectFile(path) }))

/** The results of `pick` for the nodes of a file, with their places. */
function find<Kind>({ path, text }: { path: string; text: string }, pick: (node: ts.Node) => Kind | undefined) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const locatedValues: { readonly position: string; readonly value: Kind }[] = []
  const visit = (node: ts.Node): void => {
    const value = pick(node)
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    if (value !== undefined) locatedValues.push({ position: `${path}:${line + 1}`, value })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return locatedValues
}

function literal(node: ts.Node): RegExp | undefined {
  if (!ts.isRegularExpressionLiteral(node)) return undefined
  const end = node.text.lastIndexOf("/")
  return new RegExp(node.text.slice(1, end), node.text.slice(end + 1))
}

const literalsIn = (file: { path: string; text: string }): LocatedPattern[] =>
  find(file, literal).map(({ position, value }) => ({ position, pattern: value }))

const isBuilt = (node: ts.Node) =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp" ? true : undefined

/**
 * The patterns that take more than linear time, each with an attack text. Work is counted in characters read, by an
 * automaton or a search for the worst text, not by a clock.
 */
async function notLinear(patterns: readonly LocatedPattern[]): Promise<string[]> {
  const judged = await Promise.all(
    patterns.flatMap(({ position, pattern: { source, flags } }) =>
      partsOf(source, flags).map(async (part) => {
        const { status, attack } = await judge(part, flags)
        if (status === "safe") return []
        return [`${position} ${status}: /${part}/${flags} takes more than linear time for ${attack?.pattern}`]
      }),
    ),
  )
  return judged.flat().sort()
}

/** A pattern of this length is judged by its alternatives: as a whole it takes recheck ten minutes. */
const longest = 1_000

/**
 * The parts of a pattern that recheck has to judge. Alternatives are tried one after the other, so that a pattern is linear if
 * each of them is. What can be tried from each position in a few ways only is linear.
 */
function partsOf(source: string, flags: string): string[] {
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") }
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, mode)
  const parts = source.length > longest ? pattern.alternatives.flatMap(split) : [pattern]
  return parts.filter((part) => waysOf(part) > 10_000).map(({ raw }) => raw)
}

function split(alternative: AST.Alternative): AST.Alternative[] {
  const [only, ...others] = alternative.elements
  const isGroup = only?.type === "CapturingGroup" || only?.type === "Group"
  return isGroup && others.length === 0 ? only.alternatives.flatMap(split) : [alternative]
}

/** In how many ways a matcher can try a part from one position: infinite if it has `*` or `+`. */
function waysOf(node: AST.Pattern | AST.Alternative | AST.Element): number {
  if (node.type === "Alternative") return node.elements.reduce((count, element) => count * waysOf(element), 1)
  if (node.type === "Quantifier") {
    if (node.max === Number.POSITIVE_INFINITY) return node.max
    const count = waysOf(node.element)
    return Array.from({ length: node.max - node.min + 1 }, (_, more) => count ** (node.min + more)).reduce(
      (a, b) => a + b,
    )
  }
  if ("alternatives" in node) return node.alternatives.reduce((count, alternative) => count + waysOf(alternative), 0)
  // A backreference repeats what may be long.
  return node.type === "Backreference" ? Number.POSITIVE_INFINITY : 1
}

const judgements = new Map<string, Promise<Judgement>>()

/** Cached: many places have the same pattern. */
function judge(source: string, flags: string): Promise<Judgement> {
  const key = `/${source}/${flags}`
  const judgement =
    judgements.get(key) ?? check(source, flags, { timeout: null, incubationTimeout: null, attackTimeout: null })
  judgements.set(key, judgement)
  return judgement
}

const advice =
  "Fix it with trimEnd, indexOf or split, or with classes that exclude the next part. No pattern may be retried from each position of a long text."

describe.skipIf(noRecheck)(`regular expressions${skipped(noRecheck)}`, () => {
  it("in the sources take linear time for any text", async () => {
    expect(await notLinear(sources.flatMap(literalsIn)), advice).toEqual([])
  }, 900_000)

  it("are judged if they can be tried in many ways, a long one by its alternatives", () => {
    expect(["^(a?){30}a{30}$", "[ab]{4}", "a|b+"].map((source) => partsOf(source, ""))).toEqual([
      ["^(a?){30}a{30}$"],
      [],
      ["a|b+"],
    ])
    const long = "x".repeat(longest)
    expect(partsOf(`${long}|x{1,3}|((a|b+c)|z*)|d+`, "")).toEqual(["b+c", "z*", "d+"])
  })

  it("that are not linear are found, with an attack text", async () => {
    const planted = {
      path: "planted.ts",
      text: String.raw`
        const trimmed = text.replace(/\s+$/, "")
        const name = /^\s*(.*?)\s*$/.exec(text)
        const tag = text.replaceAll(/<[^>]*>/g, "")
        const many = /^(a+)+$/.test(text)
        const fine = /^[^:]*:/.test(text)
        const few = /\d{2,3}-(a|b|c{1,3})/.test(text)`,
    }
    const complaints = await notLinear(literalsIn(planted))
    expect(complaints).toEqual([2, 3, 4, 5].map((line) => expect.stringContaining(`planted.ts:${line} vulnerable: `)))
    expect(complaints[0]).toMatch(/takes more than linear time for .*repeat\(\d+\)/)
  }, 900_000)
})

describe.skipIf(noRecheck)(`regular expressions that are built at run time${skipped(noRecheck)}`, () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it("take linear time, too", async () => {
    const positions = sources.flatMap((file) => find(file, isBuilt)).map(({ position }) => position)
    const built: LocatedPattern[] = []
    const recorded = new Proxy(RegExp, {
      construct(target, args) {
        const pattern: RegExp = Reflect.construct(target, args)
        const position = positions.find((one) => new Error("where").stack?.includes(`/${one}:`))
        if (position) built.push({ position, pattern })
        return pattern
      },
    })
    vi.resetModules()
    vi.stubGlobal("RegExp", recorded)
    await buildAll()
    vi.unstubAllGlobals()
    // If a place is missing here, add it to `buildAll`.
    expect([...new Set(built.map(({ position }) => position))].sort()).toEqual(positions.sort())
    expect(await notLinear(built), advice).toEqual([])
  }, 900_000)
})

/** Loads each file that builds a pattern, and calls the functions that build patterns. */
async function buildAll(): Promise<void> {
  await import("../../cli/line/shell-word.ts")
  const { wrap } = await import("../../cli/terminal/output/wrap.ts")
  wrap("words", 3)
  await import("../../mock-server/world/world-names.ts")
  await import("../../sdk/contract/core/text-patterns.ts")
  const { liquidTags } = await import("../../cli/templates/liquid-tags.ts")
  Array.from(liquidTags("{% raw %}{% endraw %}"))
  const { westernWords } = await import("../../sdk/files/contacts-csv/western.ts")
  westernWords("Núñez O’Brien")
  const { keyOf } = await import("../../mock-server/world/fixtures/keys.ts")
  keyOf("api_key")
  const { mergeHeaders } = await import("../../sdk/client/transport/header-values.ts")
  mergeHeaders({}, { "X-Name": "text" })
  const { createMockService, masHandlers } = await import("../../mock-server/msw.ts")
  const service = createMockService()
  masHandlers(service, { baseUrl: "https://api.example.test/a+(b)/v1" })
  await service.close()
  // The contract's own patterns are literals.
  const { listProblem } = await import("../../cli/line/check-value.ts")
  listProblem({ type: "string", pattern: /^\S+( \S+)*$/.source }, "text")
  const { homeWithService } = await import("../cli/own/run.ts")
  const { run, close } = homeWithService()
  await run(["api", "GET", "/v1/my/contacts"])
  await close()
}
