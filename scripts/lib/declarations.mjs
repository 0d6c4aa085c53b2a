import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import ts from "typescript"

/** A declaration file and all its direct and indirect imports. */
function reachable(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles)
    if (fileName.startsWith(".")) reachable(join(dirname(file), fileName.replace(/\.ts$/, ".d.ts")), found)
  return found
}

/**
 * Creates the package's declarations from the compiler's output in `out/types`, which has one file per source. Removes
 * those that no entry imports. Both formats share one CommonJS copy, so that a type is the same however it is imported.
 * Only `msw` has two, because MSW's own types differ by format.
 */
export function writeDeclarations(out, entries) {
  const types = join(out, "types")
  const kept = new Set()
  for (const [name, source] of Object.entries(entries)) {
    const path = source.replace(/\.ts$/, "")
    reachable(join(types, `${path}.d.ts`), kept)
    writeFileSync(join(out, `${name}.d.cts`), `export * from "./types/${path}.js"\n`)
    if (name === "msw") copyFileSync(join(types, `${path}.d.ts`), join(types, `${path}.d.mts`))
    writeFileSync(join(out, `${name}.d.ts`), `export * from "./types/${path}.${name === "msw" ? "mjs" : "js"}"\n`)
  }
  for (const name of readdirSync(types, { recursive: true })) {
    const path = join(types, name)
    if (name.endsWith(".d.ts") && !kept.has(path)) rmSync(path)
  }
  writeFileSync(join(types, "package.json"), '{ "type": "commonjs" }\n')
}
