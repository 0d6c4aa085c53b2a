import { appendFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { afterAll, describe, expect, it } from "vitest"
import { packageEntries, packProject } from "../support/package.ts"

const project = packProject(["undici", "zod", "msw", "@opentelemetry/api", "@types/node"])
afterAll(() => project.remove())

const formats = ["esm", "cjs"] as const
type Format = (typeof formats)[number]
type Names = Readonly<Record<string, readonly string[]>>

/** Parsed files, cached: every program here reads the same libraries. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** Adds a line to a declaration file of the package. */
function append(path: string, line: string): void {
  const types = join(project.folder, "node_modules/mas-sdk/dist/types/sdk", path)
  appendFileSync(types, `${line}\n`)
  parsed.delete(types)
}

/** The names that each entry declares as values, or as types. */
function declared(format: Format, kind: "Value" | "Type"): Names {
  const path = join(project.folder, format === "esm" ? "entries.mts" : "entries.cts")
  const options: ts.CompilerOptions = { module: ts.ModuleKind.NodeNext, skipLibCheck: true, types: ["node"] }
  const host = ts.createCompilerHost(options)
  const text = packageEntries.map((name) => `export * from "${name}"\n`).join("")
  const { getSourceFile } = host
  host.getSourceFile = (name, how, ...rest) => {
    if (name === path) return ts.createSourceFile(name, text, how)
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, how, ...rest))
    return parsed.get(name)
  }
  host.getCurrentDirectory = () => project.folder
  const program = ts.createProgram([path], options, host)
  const checker = program.getTypeChecker()
  const statements = program.getSourceFile(path)?.statements.filter(ts.isExportDeclaration) ?? []
  return Object.fromEntries(
    statements.map(({ moduleSpecifier }, index) => {
      const module = moduleSpecifier && checker.getSymbolAtLocation(moduleSpecifier)
      if (module === undefined) throw new Error(`${packageEntries[index]} has no declarations`)
      const types = onlyTypes(checker, module)
      const names = checker.getExportsOfModule(module).filter((symbol) => {
        const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
        const typeOnly = types.has(symbol.name) || symbol.declarations?.some(ts.isTypeOnlyExportDeclaration)
        return target.flags & ts.SymbolFlags[kind] && !(typeOnly && kind === "Value")
      })
      return [packageEntries[index], names.map(({ name }) => name)]
    }),
  )
}

/** The names that a module re-exports only by `export type *`: the compiler's API does not tell. */
function onlyTypes(checker: ts.TypeChecker, module: ts.Symbol): Set<string> {
  const exportedNames = new Set<string>()
  const statements = (module.valueDeclaration as ts.SourceFile).statements.filter(ts.isExportDeclaration)
  for (const { exportClause, isTypeOnly, moduleSpecifier } of statements) {
    const reexported = moduleSpecifier && checker.getSymbolAtLocation(moduleSpecifier)
    if (exportClause !== undefined || reexported === undefined) continue
    const names = isTypeOnly
      ? checker.getExportsOfModule(reexported).map(({ name }) => name)
      : onlyTypes(checker, reexported)
    for (const name of names) exportedNames.add(name)
  }
  for (const { exportClause } of statements) {
    if (exportClause && ts.isNamedExports(exportClause))
      for (const { name } of exportClause.elements) exportedNames.delete(name.text)
  }
  return exportedNames
}

/** The names that each entry exports at run time. */
function loaded(format: Format): Names {
  const load = format === "esm" ? "await import(name)" : "require(name)"
  const code = `async function main() {
      const found = {}
      for (const name of ${JSON.stringify(packageEntries)})
        found[name] = Object.keys(${load}).filter((name) => name !== "default" && name !== "module.exports")
      console.log(JSON.stringify(found))
    }
    main()`
  return JSON.parse(project.run(format, code))
}

/** Names that are declared but missing, or exported but not declared. */
function differences(format: Format, names = declared(format, "Value")): string[] {
  return Object.entries(loaded(format)).flatMap(([entry, loadedNames]) => {
    const declaredNames = names[entry] ?? []
    return [
      ...declaredNames.filter((name) => !loadedNames.includes(name)).map((name) => `${entry} has no ${name}`),
      ...loadedNames.filter((name) => !declaredNames.includes(name)).map((name) => `${entry} does not declare ${name}`),
    ]
  })
}

it.each(formats)("entries export exactly the values that they declare (%s)", (format) => {
  const names = declared(format, "Value")
  expect(Object.values(names).flat().length).toBeGreaterThan(200)
  expect(differences(format, names)).toEqual([])
})

it("a value is in only one entry, except for the mock server's in mas-sdk/msw", () => {
  const all = Object.entries(loaded("esm")).flatMap(([entry, names]) => names.map((name) => ({ entry, name })))
  const again = all.filter(({ name }, at) => all.findIndex((other) => other.name === name) < at)
  expect(again).toEqual([{ entry: "mas-sdk/msw", name: "createMockService" }])
})

it("every type of mas-sdk/contract is also exported by the root", () => {
  const { "mas-sdk": root = [], "mas-sdk/contract": contract = [] } = declared("esm", "Type")
  expect(contract.length).toBeGreaterThan(150)
  expect(contract.filter((name) => !root.includes(name))).toEqual([])
})

describe("the search for differences", () => {
  it("finds a value that is declared but missing", () => {
    append("stores/index.d.ts", "export declare const ghost: 1;")
    expect(differences("esm")).toEqual(["mas-sdk/stores has no ghost"])
  })

  it("finds a class without a value, even if another module re-exports its type", () => {
    append("index.d.ts", 'export { Contacts } from "./resources/contacts.js";')
    expect(differences("esm")).toContain("mas-sdk has no Contacts")
  })
})
