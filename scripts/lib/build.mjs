import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { client, schemas, service } from "./entries.mjs"
import { documents, ensureGenerated } from "./generated.mjs"
import { writeNotices } from "./notices.mjs"
import { root, runNode, tool } from "./run.mjs"
import { hashOf, withLock } from "./stamp.mjs"

const dist = join(root, "dist")
const stamp = join(dist, ".stamp")
const sources = [
  "sdk",
  "mock-server",
  "cli",
  "scripts/lib",
  "scripts/generate",
  "tsup.config.ts",
  "tsup.commonjs.config.ts",
  "tsconfig.json",
  "tsconfig.declarations.json",
  "package.json",
  "package-lock.json",
  ...documents,
]

/** One hash over everything that a build reads. */
export const sourceHash = () => hashOf(sources)

/** True when dist was built from exactly the sources that are here. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === sourceHash()
}

/** What holds code of packages in a page. */
const pagesInPackages = ["dashboard", "reference"]

/** Pages of the mock server would be a fifth of the package. */
function pack(page, folder) {
  const text = readFileSync(join(root, `generated/${page}.json`))
  writeFileSync(join(folder, `generated/${page}.json.br`), brotliCompressSync(text))
}

async function step(program, args, options) {
  const { code, output } = await runNode(tool(program), args, options)
  if (code !== 0) throw new Error(`${program} failed:\n${output}`)
}

const tsup = (config, outDir) =>
  step("tsup/dist/cli-default.js", ["--config", config], { env: { MAS_OUT_DIR: outDir } })

/** Builds into a folder of its own and swaps it in at the end: dist is the old build or the new one, never half of one. */
async function build() {
  const hash = sourceHash()
  const workshop = join(root, `dist.${process.pid}.tmp`)
  // Its name gets into what is built.
  const fresh = join(workshop, "dist")
  const old = `${workshop}.old`
  try {
    // TypeScript 7 orders the members of a union by what they are; earlier ones by which file they read first.
    await step("typescript-7/bin/tsc", ["-p", "tsconfig.declarations.json", "--outDir", join(fresh, "types")])
    await tsup("tsup.config.ts", fresh)
    // What users import lies in dist itself.
    for (const name of Object.keys(service))
      writeFileSync(join(fresh, `${name}.js`), `export * from "./mock-server/${name}.js"\n`)
    await tsup("tsup.commonjs.config.ts", fresh)
    // It needs TypeScript, which may be there only now.
    const { writeDeclarations } = await import("./declarations.mjs")
    writeDeclarations(fresh, { ...client, ...schemas, ...service })
    writeFileSync(join(fresh, "cjs/package.json"), '{ "type": "commonjs" }\n')
    for (const part of ["generated/tables", "generated/help"])
      cpSync(join(root, part), join(fresh, part), { recursive: true })
    for (const page of ["dashboard", "pages", "reference"]) pack(page, fresh)
    writeNotices(
      fresh,
      pagesInPackages.map((page) => join(root, `generated/${page}-metafile.json`)),
    )
    writeFileSync(join(fresh, ".stamp"), hash)
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

/** Builds dist; with `ifStale` only when the sources changed since the last build. Says on stderr what it does. */
export async function ensureBuilt({ ifStale = true } = {}) {
  if (ifStale && isBuilt()) return
  await ensureGenerated()
  await withLock("build", async () => {
    if (ifStale && isBuilt()) return
    const started = performance.now()
    process.stderr.write("Building dist …\n")
    await build()
    process.stderr.write(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  })
}
