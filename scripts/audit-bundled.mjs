import { join } from "node:path"
import { auditPackages, listedPackages } from "./lib/audit.mjs"
import { ensureBuilt } from "./lib/build.mjs"
import { ensureInstalled } from "./lib/install.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

/** Audits the bundled packages, which `npm audit` of a user's project does not see. */
await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const packages = listedPackages(join(root, "dist"))
  const findings = await auditPackages(packages)
  if (findings.length > 0) throw new Error(findings.join("\n"))
  console.log(`No known vulnerabilities in the ${packages.length} bundled packages`)
})
