import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { client, schemas, service, shared } from "./entries.mjs"
import { ensureGenerated } from "./generated.mjs"
import { writeNotices } from "./notices.mjs"
import { root, runNode, tool } from "./run.mjs"
import { refresh } from "./stamp.mjs"

const dist = join(root, "dist")
const generated = join(root, "generated")
const settings = [
  "tsup.config.ts",
  "tsconfig.json",
  "scripts/tsconfig.declarations.json",
  "package.json",
  "package-lock.json",
]
const sources = ["sdk", "mock-server", "cli", "scripts/lib", "scripts/generate", ...settings]

async function step(program, args, options) {
  const { code, output } = await runNode(tool(program), args, options)
  if (code !== 0) throw new Error(`${program} failed:\n${output}`)
}

/** Builds into a separate folder and replaces dist at the end, so that dist is never incomplete. */
async function build(hash) {
  const workshop = join(root, `dist.${process.pid}.tmp`)
  const out = join(workshop, "dist")
  try {
    // TypeScript 7 orders the members of a union by their content. Earlier versions order them by which file they read first.
    await step("typescript-7/bin/tsc", ["-p", "scripts/tsconfig.declarations.json", "--outDir", join(out, "types")])
    await step("tsup/dist/cli-default.js", [], { env: { MAS_OUT_DIR: out } })
    // Imported dynamically: it needs TypeScript, which may just have been installed.
    const { writeDeclarations } = await import("./declarations.mjs")
    writeDeclarations(out, { ...client, ...schemas, ...service })
    writeFileSync(join(out, "cjs/package.json"), '{ "type": "commonjs" }\n')
    mkdirSync(join(out, "cjs/shared"))
    for (const name of Object.keys(shared))
      writeFileSync(join(out, `cjs/shared/${name}.cjs`), `module.exports = require("../../shared/${name}.cjs")\n`)
    for (const part of ["tables", "help"])
      cpSync(join(generated, part), join(out, "generated", part), { recursive: true })
    // Compressed, because the pages of the mock server would be a fifth of the package.
    for (const page of ["dashboard", "pages", "reference"]) {
      const text = readFileSync(join(generated, `${page}.json`))
      writeFileSync(join(out, `generated/${page}.json.br`), brotliCompressSync(text))
    }
    writeNotices(out, [join(generated, "dashboard-metafile.json"), join(generated, "reference-metafile.json")])
    writeFileSync(join(out, ".stamp"), hash)
    if (existsSync(dist)) renameSync(dist, join(workshop, "old"))
    renameSync(out, dist)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/** Builds dist; with `ifStale` only if the sources changed since the last build. Logs to stderr. */
export async function ensureBuilt({ ifStale = true } = {}) {
  const stamp = join(dist, ".stamp")
  if (!ifStale) rmSync(stamp, { force: true })
  await refresh("build", stamp, sources, async (hash) => {
    await ensureGenerated()
    const started = performance.now()
    process.stderr.write("Building dist …\n")
    await build(hash)
    process.stderr.write(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  })
}
