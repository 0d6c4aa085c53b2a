import { join } from "node:path"
import { auditPackages, listedPackages } from "./lib/audit.mjs"
import { ensureBuilt } from "./lib/build.mjs"
import { ensureInstalled } from "./lib/install.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

/** `npm audit` of a project that installs this package does not see what is bundled into it. This does. */
await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const packages = listedPackages(join(root, "dist"))
  const { findings, unanswered } = await auditPackages(packages)
  if (unanswered) console.log(`Nothing was checked: the registry does not audit (${unanswered})`)
  else if (findings.length === 0) console.log(`Nothing is known against the ${packages.length} packages in the bundles`)
  else throw new Error(findings.join("\n"))
})
