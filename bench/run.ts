import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"

// Usage: npm run bench            all benchmarks, one after another
//        npm run bench -- <name>… the named ones, for example `verify-webhook`

const folder = fileURLToPath(new URL(".", import.meta.url))
const root = fileURLToPath(new URL("..", import.meta.url))
const known = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && name !== "run.ts")
  .map((name) => basename(name, ".ts"))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))

// Reading extra certificates would be part of every start that is measured.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env

function run(args: string[]): number {
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status ?? 1
}

if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(", ")}. There are: ${known.join(", ")}.`)
  process.exitCode = 2
} else if (run(["scripts/build.mjs", "--if-stale"]) !== 0) {
  process.exitCode = 1
} else {
  for (const name of asked.length > 0 ? asked : known) {
    console.log(`\n== ${name}`)
    if (run(["--import", "tsx", `bench/${name}.ts`]) !== 0) process.exitCode = 1
  }
}
