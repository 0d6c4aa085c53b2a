import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root, runNode, tool } from "./run.mjs"
import { hashOf, withLock } from "./stamp.mjs"

const stamp = join(root, "generated/.stamp")
const sources = [
  "sdk",
  "cli",
  "mock-server",
  "scripts/generate",
  "scripts/generate.ts",
  "package.json",
  "package-lock.json",
]

const isFresh = (hash) => existsSync(stamp) && readFileSync(stamp, "utf8") === hash

/** Makes what programs read of the sources, in the ignored folder `generated`, when it is missing or stale. */
export async function ensureGenerated() {
  if (isFresh(hashOf(sources))) return
  await withLock("generate", async () => {
    const hash = hashOf(sources)
    if (isFresh(hash)) return
    process.stderr.write("Generating …\n")
    const { code, output } = await runNode(tool("tsx/dist/cli.mjs"), ["scripts/generate.ts", "--built"])
    // 2: something is stale that the sources import. The one sentence that says so is all that there is to say.
    if (code === 2) throw new Error(output.trim().split("\n").at(-1))
    if (code !== 0) throw new Error(`npm run generate failed:\n${output}`)
    mkdirSync(join(root, "generated"), { recursive: true })
    writeFileSync(stamp, hash)
  })
}
