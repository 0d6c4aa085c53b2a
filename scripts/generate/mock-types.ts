import { readdirSync, readFileSync } from "node:fs"
import * as z from "zod"
import { UncheckedFixtures } from "../../mock-server/world/fixtures/fixtures.ts"
import { models } from "../../sdk/contract/openapi/models.ts"
import { docsIn } from "./model-docs.ts"
import { type Model, typesOf } from "./model-types.ts"

const root = new URL("../../", import.meta.url)
/** Folders with schemas of input; all other schemas are of stored records. */
const given = ["mock-server/control/", "mock-server/world/fixtures/"]
const nouns = readdirSync(new URL("mock-server/resources/", root), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
)
const kept = [...nouns.map(({ name }) => `mock-server/resources/${name}/`), "mock-server/world/", "mock-server/base/"]
const folders = [...given, ...kept]

/**
 * `mock-server/base/models.gen.ts`: the input of control calls, fixtures and records, as plain interfaces with the
 * comments of their fields.
 */
export async function renderMockTypes(): Promise<string> {
  const contract = [...models].filter(([, schema]) => !(schema instanceof z.core.$ZodRecord))
  const known = new Map([[UncheckedFixtures, "Fixtures"], ...contract.map(([name, schema]) => [schema, name] as const)])
  const types = typesOf(await namedSchemas(), known)
  const code = types.replaceAll(/\/\*\*.*?\*\//g, "")
  const imported = contract.map(([name]) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(code))
  return `// Written by \`npm run generate\` from the schemas of the mock server and their comments. Do not edit.

import type { ${imported.sort().join(", ")} } from "../../sdk/contract/core/models.gen.ts"

${types}`
}

/** The schemas of the types that the mock server's sources import from the file. */
async function namedSchemas(): Promise<Model[]> {
  const docsOf = docsIn(folders)
  const wanted = importedNames()
  const found: Model[] = []
  for (const file of folders.flatMap((folder) => readdirSync(new URL(folder, root)).map((name) => folder + name))) {
    if (!file.endsWith(".ts")) continue
    const exported: Readonly<Record<string, unknown>> = await import(new URL(file, root).href)
    const isGiven = given.some((folder) => file.startsWith(folder))
    for (const [name, schema] of Object.entries(exported)) {
      if (!wanted.has(name) || !(schema instanceof z.core.$ZodType)) continue
      found.push({ name, schema, doc: docsOf(name), ...(isGiven ? { io: "input" } : { io: "output", isFrozen: true }) })
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The names imported directly or used as `models.Name`. */
function importedNames(): Set<string> {
  const files = readdirSync(new URL("mock-server/", root), { recursive: true, encoding: "utf8" })
  const code = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(new URL(`mock-server/${file}`, root), "utf8"))
  const imports = /^import type \{([^}]*)\} from ".*\/models\.gen\.ts"$|\bmodels\.(\w+)/gm
  return new Set(
    code.flatMap((text) => [...text.matchAll(imports)]).flatMap(([, names, name = ""]) => names?.match(/\w+/g) ?? name),
  )
}
