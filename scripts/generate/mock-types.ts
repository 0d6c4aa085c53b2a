import { readdirSync, readFileSync } from "node:fs"
import * as z from "zod"
import { Fixtures } from "../../mock-server/world/fixtures/fixtures.ts"
import { models } from "../../sdk/contract/openapi/models.ts"
import { docsIn } from "./model-docs.ts"
import { type Model, typesOf } from "./model-types.ts"

const root = new URL("../../", import.meta.url)
/** Where schemas are of what callers give, and where of what is kept. */
const given = ["mock-server/control/", "mock-server/world/fixtures/"]
const kept = ["mock-server/store/tables/", "mock-server/world/"]
const folders = [...given, ...kept]

/** `mock-server/base/models.gen.ts`: what control calls take, fixtures and records, as plain interfaces with the comments of their fields. */
export async function renderMockTypes(): Promise<string> {
  const contract = [...models].filter(([, schema]) => !(schema instanceof z.core.$ZodRecord))
  const known = new Map([[Fixtures, "FixturesDocument"], ...contract.map(([name, schema]) => [schema, name] as const)])
  const types = typesOf(await namedSchemas(), known)
  const code = types.replaceAll(/\/\*\*.*?\*\//g, "")
  const imported = contract.map(([name]) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(code))
  return `// Written by \`npm run generate\` from the schemas of the mock server and their comments. Do not edit.

import type { ${imported.sort().join(", ")} } from "../../sdk/contract/core/models.gen.ts"

${types}`
}

/** The schemas that sources name as \`models.Name\`. */
async function namedSchemas(): Promise<Model[]> {
  const docsOf = docsIn(folders)
  const found: Model[] = []
  for (const file of folders.flatMap((folder) => readdirSync(new URL(folder, root)).map((name) => folder + name))) {
    if (!file.endsWith(".ts")) continue
    const names = [...readFileSync(new URL(file, root), "utf8").matchAll(/\bmodels\.([A-Z]\w*)/g)].map(
      ([, name = ""]) => name,
    )
    const exported: Readonly<Record<string, unknown>> = names.length > 0 ? await import(new URL(file, root).href) : {}
    for (const name of names) {
      const schema = exported[name]
      if (!(schema instanceof z.core.$ZodType)) throw new Error(`${file} exports no schema ${name}`)
      const isGiven = given.some((folder) => file.startsWith(folder))
      found.push({ name, schema, doc: docsOf(name), ...(isGiven ? { io: "input" } : { io: "output", isFrozen: true }) })
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}
