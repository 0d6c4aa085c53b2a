import { readdirSync, readFileSync } from "node:fs"
import ts from "typescript"
import { contract } from "../../sdk/contract/index.ts"
import type { ModelDoc } from "../../sdk/contract/openapi/docs.gen.ts"
import { models } from "../../sdk/contract/openapi/models.ts"
import type { Output } from "./source-outputs.ts"

/** Comments by the name of the constant that they document. */
type Docs = Record<string, ModelDoc>

const root = new URL("../../", import.meta.url)
const contractRooms = ["sdk/contract/", "sdk/contract/core/", "sdk/contract/models/"]

/**
 * `sdk/contract/openapi/docs.gen.ts`: the doc comments of the contract as data, so that the OpenAPI document, the help
 * texts and an editor's hover have the same text. All other generated files depend on it.
 */
export const modelDocs: Output = { path: "sdk/contract/openapi/docs.gen.ts", render: renderModelDocs }

function renderModelDocs(): string {
  return `// Written by \`npm run generate\` from the comments in sdk/contract. Do not edit.

/** The comments of a constant and of the fields below it. */
export interface ModelDoc {
  readonly about?: string
  /** By path: \`user.first_name\`. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Models and endpoint groups by export name. */
export const docs: Readonly<Record<string, ModelDoc>> = ${JSON.stringify(sorted(readModelDocs()), null, 2)}
`
}

/** By name, so that a model can move to another file. */
const sorted = (docs: Docs): Docs => Object.fromEntries(Object.entries(docs).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Reads every source file of the contract. A model that extends or spreads another inherits its comments. */
export function readModelDocs(): Docs {
  const declarations = declarationsIn(contractRooms)
  const docs: Docs = {}
  for (const [name, declaration] of declarations) {
    if (!models.has(name) && !(name in contract)) continue
    const { about, fields = {} } = docOf(declaration, declarations)
    const hasFields = Object.keys(fields).length > 0
    if (about || hasFields) docs[name] = { ...(about && { about }), ...(hasFields && { fields }) }
  }
  return docs
}

/** Returns a function that looks up the comments of a constant in some folders, and of its fields. */
export function docsIn(folders: readonly string[]): (name: string) => ModelDoc {
  const declarations = declarationsIn([...contractRooms, ...folders])
  return (name) => {
    const declaration = declarations.get(name)
    return declaration === undefined ? {} : docOf(declaration, declarations)
  }
}

function docOf(declaration: Declaration, declarations: Declarations): ModelDoc {
  const about = commentOn(declaration.parent.parent)
  return {
    ...(about && { about }),
    fields: Object.fromEntries(fieldsOf(declaration, { known: declarations, above: new Set(), path: [] })),
  }
}

function declarationsIn(folders: readonly string[]): Declarations {
  const sources = folders
    .flatMap((room) => readdirSync(new URL(room, root)).map((file) => room + file))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".gen.ts"))
    .sort()
    .map((file) => ts.createSourceFile(file, readFileSync(new URL(file, root), "utf8"), ts.ScriptTarget.Latest, true))
  return new Map(sources.flatMap(declarationsOf).map((declaration) => [nameOf(declaration), declaration]))
}

/** A named constant, or a function that creates schemas. */
type Declaration = ts.VariableDeclaration | ts.FunctionDeclaration
type Declarations = ReadonlyMap<string, Declaration>

const nameOf = (declaration: Declaration) => declaration.name?.getText() ?? ""

function declarationsOf(source: ts.SourceFile): Declaration[] {
  return source.statements.flatMap((statement): readonly Declaration[] => {
    if (ts.isFunctionDeclaration(statement)) return [statement]
    return ts.isVariableStatement(statement) ? statement.declarationList.declarations : []
  })
}

/** A schema expression, or the body of an arrow function that creates a schema lazily. */
const madeBy = (node: ts.Expression): ts.Node =>
  ts.isArrowFunction(node) && node.parameters.length === 0 ? node.body : node

/**
 * The context of the search for fields. `above`: names that are not looked up again, which prevents endless recursion.
 * `isInside`: within another schema; a separate model there has its own documentation.
 */
interface Place {
  readonly known: Declarations
  readonly above: ReadonlySet<string>
  readonly path: readonly string[]
  readonly isInside?: true
}

/** The commented fields of an expression such as `z.looseObject({ … }).check(…)`, `Base.extend({ … })` or `{ ...shared }`. */
function fieldsOf(node: ts.Node, place: Place): [string, string][] {
  const { known, isInside, ...here } = place
  if (ts.isVariableDeclaration(node)) return node.initializer ? fieldsOf(madeBy(node.initializer), place) : []
  if (ts.isFunctionDeclaration(node)) return node.body ? fieldsOf(node.body, place) : []
  if (ts.isIdentifier(node)) {
    if (isInside && models.has(node.text)) return []
    const declaration = place.above.has(node.text) ? undefined : known.get(node.text)
    return declaration ? fieldsOf(declaration, { ...place, above: new Set([...place.above, node.text]) }) : []
  }
  // The fields of another model, spread into this one.
  if (ts.isPropertyAccessExpression(node) && node.name.text === "shape")
    return fieldsOf(node.expression, { known, ...here })
  if (ts.isPropertyAccessExpression(node)) return fieldsOf(node.expression, place)
  if (ts.isCallExpression(node)) {
    const inside = node.arguments.flatMap((each) => fieldsOf(each, { ...place, isInside: true }))
    return [...fieldsOf(node.expression, place), ...inside]
  }
  if (ts.isObjectLiteralExpression(node)) return node.properties.flatMap((property) => fieldOf(property, place))
  // A rule's code says nothing about fields.
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return []
  return childrenOf(node).flatMap((child) => fieldsOf(child, place))
}

function fieldOf(property: ts.ObjectLiteralElementLike, place: Place): [string, string][] {
  const { path } = place
  if (ts.isSpreadAssignment(property)) return fieldsOf(property.expression, place)
  if (ts.isShorthandPropertyAssignment(property)) {
    const comment = commentOn(property)
    return comment ? [[[...path, property.name.text].join("."), comment]] : []
  }
  if (!ts.isPropertyAssignment(property)) return []
  const key = [...path, ts.isComputedPropertyName(property.name) ? property.name.getText() : property.name.text]
  const comment = commentOn(property)
  const nested = fieldsOf(property.initializer, { ...place, path: key, isInside: true })
  return comment ? [[key.join("."), comment], ...nested] : nested
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => {
    children.push(child)
  })
  return children
}

function commentOn(node: ts.Node): string | undefined {
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc)?.comment
  const text = ts.getTextOfJSDocComment(comment)?.replaceAll(/\s+/g, " ").trim()
  return text || undefined
}
