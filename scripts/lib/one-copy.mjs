import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { nameModels } from "./short-declarations.mjs"

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
