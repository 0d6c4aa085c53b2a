import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { afterAll, describe, expect, it } from "vitest"
import { packageEntries, packProject } from "../support/package.ts"

const project = packProject(["undici", "zod", "msw", "@opentelemetry/api", "@types/node"])
afterAll(() => project.remove())

const file = join(project.folder, "names.mts")
const options: ts.CompilerOptions = {
  ...{ strict: true, declaration: true, emitDeclarationOnly: true, skipLibCheck: true },
  ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: ["node"] },
}

/** Parsed files, cached: every program here reads the same libraries. */
const parsed = new Map<string, ts.SourceFile | undefined>()

function programOf(text: string): ts.Program {
  writeFileSync(file, text)
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getCurrentDirectory = () => project.folder
  host.getSourceFile = (name, ...how) => {
    if (name === file) return getSourceFile(name, ...how)
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...how))
    return parsed.get(name)
  }
  return ts.createProgram([file], options, host)
}

/**
 * A program that re-exports everything from an entry, like a library: `(w: MockWorld) => w.messages.get`. Its exports have no
 * annotations, so the compiler must name each type in the library's declarations.
 */
function reexportsOf(entry: string): string {
  const program = programOf(`export * from "${entry}"\n`)
  const checker = program.getTypeChecker()
  const [star] = program.getSourceFile(file)?.statements ?? []
  const module = star && ts.isExportDeclaration(star) && star.moduleSpecifier
  const exported = module ? checker.getSymbolAtLocation(module) : undefined
  if (exported === undefined) throw new Error(`${entry} has no declarations`)
  const lines: string[] = []
  const add = (typeText: string, path: string) =>
    lines.push(`export const shown${lines.length} = (whole: ${typeText}) => whole${path}`)

  /** Adds our members, and those of objects that group members. */
  function addMembers(type: ts.Type, typeText: string, path: string): void {
    for (const member of checker.getPropertiesOfType(type)) {
      if (!isOurs(member) || !isPublic(member)) continue
      add(typeText, `${path}.${member.name}`)
      const of = checker.getTypeOfSymbol(member)
      const { Class, Interface, TypeLiteral } = ts.SymbolFlags
      const isGroup =
        of.symbol !== undefined && of.symbol.flags & (Class | Interface | TypeLiteral) && isOurs(of.symbol)
      if (isGroup && of.getCallSignatures().length === 0 && path.split(".").length < 3)
        addMembers(of, typeText, `${path}.${member.name}`)
    }
  }

  for (const symbol of checker.getExportsOfModule(exported)) {
    const { flags, declarations = [] } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const isTypeOnly = symbol.declarations?.some(ts.isTypeOnlyExportDeclaration)
    if (flags & ts.SymbolFlags.Value && !isTypeOnly) add(`{ it: typeof m.${symbol.name} }`, ".it")
    if (!(flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) continue
    const parameters = declarations.flatMap((one) =>
      ts.isClassDeclaration(one) || ts.isInterfaceDeclaration(one) ? [one.typeParameters?.length ?? 0] : [],
    )
    const filled = Array(Math.max(0, ...parameters))
      .fill("never")
      .join(", ")
    addMembers(
      checker.getDeclaredTypeOfSymbol(symbolOf(checker, symbol)),
      `m.${symbol.name}${filled && `<${filled}>`}`,
      "",
    )
  }
  // The contract's types are in mas-sdk, which such a library imports, too.
  const sdk = /mock-server|msw/.test(entry)
    ? ['import type * as sdk from "mas-sdk"', "export type Sent = sdk.Message"]
    : []
  return [`import type * as m from "${entry}"`, ...sdk, ...lines, ""].join("\n")
}

const symbolOf = (checker: ts.TypeChecker, symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

const isOurs = ({ declarations }: ts.Symbol) =>
  declarations?.some((one) => one.getSourceFile().fileName.includes("node_modules/mas-sdk/")) ?? false

const isPublic = ({ name, declarations }: ts.Symbol) =>
  /^[A-Za-z]\w*$/.test(name) &&
  !declarations?.some(
    (one) => ts.getCombinedModifierFlags(one) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected),
  )

/** The types that the compiler cannot name, each with the line that exports it. */
function unnamed(entry: string): string[] {
  const program = programOf(reexportsOf(entry))
  const source = program.getSourceFile(file)
  const lines = source?.text.split("\n") ?? []
  const diagnostics = [...program.getSemanticDiagnostics(source), ...program.getDeclarationDiagnostics(source)]
  return diagnostics.map(({ messageText, start = 0 }) => {
    const line = lines[source?.getLineAndCharacterOfPosition(start).line ?? 0]
    return `${line}\n  ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  })
}

describe("a library that re-exports an entry", () => {
  it.each(packageEntries)("has a name for every type of %s", (entry) => {
    expect(unnamed(entry)).toEqual([])
  })

  it("includes every method of a world and its members", () => {
    const text = reexportsOf("mas-sdk/mock-server")
    const methods = [
      "messages.get",
      "expect.message",
      "requests.list",
      "deliveries.list",
      "faults.add",
      "messages.wait",
      "transitions.flows.start",
    ]
    expect(methods.filter((method) => !text.includes(`(whole: m.MockWorld) => whole.${method}\n`))).toEqual([])
  })

  it("finds a type that an entry does not export", () => {
    const types = join(project.folder, "node_modules/mas-sdk/dist/types/mock-server/testing/types.d.ts")
    const text = readFileSync(types, "utf8")
    const forgotten = text.replace(/\bTimerView\b,?/, "")
    expect(forgotten).not.toBe(text)
    writeFileSync(types, forgotten)
    parsed.delete(types)
    expect(unnamed("mas-sdk/mock-server").join("\n")).toContain("whole.timers.list\n")
    writeFileSync(types, text)
  })
})
