import { readFileSync } from "node:fs"
import ts from "typescript"

const root = new URL("../../", import.meta.url)

/**
 * `types.gen.ts` next to an entry: its types without its values, except types that another entry exports under the same
 * names.
 */
export function renderTypesOf(entry: string, other?: string): string {
  const elsewhere = new Set(other === undefined ? [] : typesIn(new URL(other, root)))
  const names = [...new Set(typesIn(new URL(entry, root)))].filter((name) => !elsewhere.has(name)).sort()
  return `// Written by \`npm run generate\` from ${entry}. Do not edit.

/** The types of index.ts without its values: for entries that export only types. */
export type {
${names.map((name) => `  ${name},\n`).join("")}} from "./index.ts"
`
}

function typesIn(file: URL): string[] {
  const source = ts.createSourceFile(file.pathname, readFileSync(file, "utf8"), ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement): string[] => {
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ? [statement.name.text] : []
    if (!ts.isExportDeclaration(statement)) return []
    const { exportClause: names, moduleSpecifier: from } = statement
    if (names === undefined) return from && ts.isStringLiteral(from) ? typesIn(new URL(from.text, file)) : []
    if (ts.isNamespaceExport(names)) return statement.isTypeOnly ? [names.name.text] : []
    // Classes are types, too; functions begin with a small letter.
    return names.elements.map(({ name }) => name.text).filter((name) => /^[A-Z]/.test(name))
  })
}
