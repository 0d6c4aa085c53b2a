import { ensureBuilt } from "./lib/build.mjs"
import { ensureInstalled } from "./lib/install.mjs"
import { evenModes } from "./lib/modes.mjs"
import { runScript } from "./lib/report.mjs"

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt({ ifStale: process.argv.includes("--if-stale") })
  evenModes()
})
