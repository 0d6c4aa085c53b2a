import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { nameModels } from "./short-declarations.mjs"

/** Files next to each other, by what they import of each other. */
function importsOf(out) {
  const names = readdirSync(out).filter((name) => name.endsWith(".js"))
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(out, name), "utf8")
      return [name, Array.from(text.matchAll(/["']\.\/([\w.-]+\.js)["']/g), ([, imported = ""]) => imported)]
    }),
  )
}

/** What a set of files reaches, itself included. */
function reached(imports, from) {
  const found = new Set(from)
  for (const name of found) for (const next of imports.get(name) ?? []) found.add(next)
  return found
}

/**
 * Leaves one copy of the mock server, the CommonJS one: what the ES modules `entries` have in common becomes a file that
 * hands on the names of its twin under `cjs`, so the entries themselves, and what they import of other packages, stay as they
 * are. A server is not cut into what is used of it, so nobody's bundle grows.
 */
export function shareCommonJs(out, entries) {
  const imports = importsOf(out)
  const others = [...imports.keys()].filter(
    (name) => /^(?!chunk-)[\w-]+\.js$/.test(name) && isEntry(out, name) && !entries.includes(name),
  )
  const kept = reached(imports, others)
  const common = new Set(entries.flatMap((entry) => imports.get(entry) ?? []))
  for (const chunk of common) if (!kept.has(chunk)) handOn(out, chunk)
  const used = reached(importsOf(out), [...others, ...entries])
  for (const name of imports.keys()) if (!used.has(name)) rmSync(join(out, name))
}

/** An entry has declarations of its own. */
const isEntry = (out, name) => readdirSync(out).includes(name.replace(/\.js$/, ".d.cts"))

function handOn(out, chunk) {
  const path = join(out, chunk)
  const [, exported = ""] = /export\s*\{([^{}]*)\};?\s*$/.exec(readFileSync(path, "utf8")) ?? []
  if (exported === "") throw new Error(`${chunk} exports nothing that can be handed on`)
  const names = exported.split(",").map((name) => name.trim().replace(/^.* as /s, ""))
  // By `require`: what imports CommonJS reads all of it first for its names, which takes as long as running it.
  const load = 'import{createRequire}from"node:module";'
  const list = names.filter(Boolean).join(",")
  writeFileSync(path, `${load}export const{${list}}=createRequire(import.meta.url)("./cjs/${chunk}");\n`)
}

/**
 * Leaves one copy of the declarations, those for CommonJS: the ones for ES modules hand them on, so a type is one type
 * whichever way it is imported; models that they repeat are named. Those named in `own` stay: what they import has other types for each way. Lines begin with
 * tabs, a quarter of the bytes.
 */
export function shareDeclarations(out, own) {
  const files = readdirSync(out)
  const shared = files.filter((name) => name.endsWith(".d.cts"))
  const entries = shared.filter((name) => files.includes(name.replace(/\.d\.cts$/, ".js")))
  for (const name of files.filter((one) => one.endsWith(".d.ts"))) rmSync(join(out, name))
  const texts = new Map(shared.map((name) => [name, withTabs(readFileSync(join(out, name), "utf8"))]))
  for (const [name, text] of new Map([...texts, ...nameModels(texts)])) writeFileSync(join(out, name), text)
  for (const name of entries) {
    const entry = name.replace(/\.d\.cts$/, "")
    const text = own.includes(entry) ? readFileSync(join(out, name), "utf8") : `export * from "./${entry}.cjs"\n`
    writeFileSync(join(out, `${entry}.d.ts`), text)
  }
}

const withTabs = (text) => text.replaceAll(/^(?: {4})+/gm, (indent) => "\t".repeat(indent.length / 4))
