import { writeFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { beforeAll, describe, expect, it } from "vitest"
import { ensureBuilt } from "../../scripts/lib/build.mjs"
import { client, schemas, service } from "../../scripts/lib/entries.mjs"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

/** Types documented elsewhere: `EndpointSpec` comments on the parts of endpoints. The last two are argument lists. */
const documentedElsewhere: ReadonlySet<string> = new Set([
  "Contract",
  "EndpointOf",
  "Sent",
  "Received",
  "ArgumentsOf",
  "OptionsOf",
])

/** The properties of the entry points' exported types without a comment in an editor, such as `Message.subject`. */
function withoutComment(entries: readonly string[]): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    noEmit: true,
  }
  const program = ts.createProgram(entries, options)
  const checker = program.getTypeChecker()
  const uncommented = new Set<string>()
  const visited = new Set<ts.Type>()

  const isOwn = (node: ts.Node) => !node.getSourceFile().fileName.includes("/node_modules/")
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  const isShown = (property: ts.Symbol) => {
    const [declaration] = property.declarations ?? []
    if (property.name.startsWith("__@") || property.name.startsWith("#")) return false
    return declaration === undefined || (isOwn(declaration) && !(ts.getCombinedModifierFlags(declaration) & hidden))
  }
  const partsOf = (type: ts.Type) => (type.isUnion() ? type.types : [type])

  const walk = (type: ts.Type, path: string): void => {
    for (const part of partsOf(type)) {
      if (visited.has(part) || checker.isTupleType(part) || checker.isArrayType(part)) continue
      visited.add(part)
      for (const property of checker.getPropertiesOfType(part).filter(isShown)) {
        const memberPath = `${path}.${property.name}`
        if (property.getDocumentationComment(checker).length === 0) uncommented.add(memberPath)
        walkLiterals(checker.getNonNullableType(checker.getTypeOfSymbol(property)), memberPath)
      }
    }
  }
  /** An unnamed type is reported at its use; a named one is exported, or belongs to a package. */
  const walkLiterals = (type: ts.Type, path: string): void => {
    for (const part of partsOf(type)) {
      const [item] = checker.isArrayType(part) ? checker.getTypeArguments(part as ts.TypeReference) : []
      const literal = ts.SymbolFlags.TypeLiteral | ts.SymbolFlags.ObjectLiteral
      if (item !== undefined) walkLiterals(item, `${path}[]`)
      else if (part.aliasSymbol === undefined && (part.getSymbol()?.flags ?? 0) & literal) walk(part, path)
    }
  }

  for (const entry of entries) {
    const source = program.getSourceFile(entry)
    const symbol = source && checker.getSymbolAtLocation(source)
    if (symbol === undefined) throw new Error(`${entry} exports nothing`)
    for (const exported of checker.getExportsOfModule(symbol)) {
      const type = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      if (type.flags & ts.SymbolFlags.Type && !documentedElsewhere.has(exported.name)) {
        walk(checker.getDeclaredTypeOfSymbol(type), exported.name)
      }
    }
  }
  return [...uncommented].sort()
}

describe("the fields of exported types", () => {
  beforeAll(() => ensureBuilt())

  it("have a comment in an editor, in every entry point", () => {
    const entries = Object.keys({ ...client, ...schemas, ...service }).map((name) => join(root, `dist/${name}.d.ts`))
    expect(entries.length).toBeGreaterThan(5)
    expect(withoutComment(entries)).toEqual([])
  })

  it("are reported if they have none: of interfaces, inferred types, literals in them, and methods", () => {
    const file = join(temporaryFolder(), "planted.d.ts")
    writeFileSync(
      file,
      `export interface Bare {
         /** Said. */
         said: string
         /** Said. */
         inner: { unsaid: number }[]
         method(): void
       }
       export interface Shape {
         /** Said. */
         kept: string
         gone: string
       }
       export type Mapped = { readonly [K in keyof Shape]: Shape[K] }
       export type Remapped = { readonly [K in keyof Shape as \`\${K}\`]: Shape[K] }
       export declare class Open {
         private quiet: string
         unsaid: string
       }`,
    )
    expect(withoutComment([file])).toEqual([
      "Bare.inner[].unsaid",
      "Bare.method",
      "Mapped.gone",
      "Open.unsaid",
      "Remapped.gone",
      "Remapped.kept",
      "Shape.gone",
    ])
  })
})
