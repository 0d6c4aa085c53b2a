import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root, runNode, tool } from "./run.mjs"
import { refresh } from "./stamp.mjs"

const stamp = join(root, "generated/.stamp")
const scripts = ["scripts/generate", "scripts/generate.ts"]
const sources = ["sdk", "cli", "mock-server", ...scripts, "package.json", "package-lock.json"]

/** Makes what programs read of the sources, in the ignored folder `generated`, when it is missing or stale. */
export const ensureGenerated = () =>
  refresh("generate", stamp, sources, async (hash) => {
    process.stderr.write("Generating …\n")
    const { code, output } = await runNode(tool("tsx/dist/cli.mjs"), ["scripts/generate.ts", "--built"])
    // 2: something is stale that the sources import. The one sentence that says so is all that there is to say.
    if (code === 2) throw new Error(output.trim().split("\n").at(-1))
    if (code !== 0) throw new Error(`npm run generate failed:\n${output}`)
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
  })
