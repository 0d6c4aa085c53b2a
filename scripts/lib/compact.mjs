import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"

/** What bundlers read to leave out what is not used. */
const annotation = /\/\*\s*[@#]__\w+__\s*\*\//g

/**
 * A module without comments, indentation and spaces between signs, in the lines that it had: what esbuild calls white space
 * takes the annotations along by which bundlers leave out what nobody uses.
 */
export function compact(text) {
  const source = ts.createSourceFile("module.js", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  let kept = ""
  const visit = (node) => {
    // Comments that the parser keeps as nodes are none of the program.
    const children = node
      .getChildren(source)
      .filter(({ kind }) => kind < ts.SyntaxKind.FirstJSDocNode || kind > ts.SyntaxKind.LastJSDocNode)
    if (children.length > 0) for (const child of children) visit(child)
    else
      kept +=
        between(kept.at(-1), text.slice(node.getFullStart(), node.getStart(source)), text[node.getStart(source)]) +
        node.getText(source)
  }
  visit(source)
  return `${kept.trim()}\n`
}

/** What a space between them keeps apart: words, `+ +`, `/ /`, a number and its method, what HTML takes for a comment. */
const apart = /^(?:[\w$#\\\u0080-\uffff.]{2}|[-+/]{2}|\/\*|<!|->)$/

/** What stands between two tokens: the annotations, and a line break, or a space where they would be another without it. */
function between(before, trivia, after) {
  const found = trivia.match(annotation) ?? []
  const bare = trivia.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, " ")
  const space = bare !== "" && apart.test(`${before}${after}`) ? " " : ""
  return (bare.includes("\n") ? "\n" : space) + found.map((one) => `${one} `).join("")
}

/** The same for each module of a folder, those below it aside. */
export function compactModules(folder) {
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".js"))) {
    const path = join(folder, name)
    writeFileSync(path, compact(readFileSync(path, "utf8")))
  }
}
