import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root, runNode, tool } from "./run.mjs"
import { refresh } from "./stamp.mjs"

const stamp = join(root, "generated/.stamp")
const scripts = ["scripts/generate", "scripts/generate.ts"]
const sources = ["sdk", "cli", "mock-server", ...scripts, "package.json", "package-lock.json"]

/** Generates the data files in the ignored folder `generated` if they are missing or stale. */
export const ensureGenerated = () =>
  refresh("generate", stamp, sources, async (hash) => {
    process.stderr.write("Generating …\n")
    const { code, output } = await runNode(tool("tsx/dist/cli.mjs"), ["scripts/generate.ts", "--built"])
    // 2: a file imported by the sources is stale. The last line says which.
    if (code === 2) throw new Error(output.trim().split("\n").at(-1))
    if (code !== 0) throw new Error(`npm run generate failed:\n${output}`)
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
  })
