import { readFileSync } from "node:fs"
import { join } from "node:path"
import { listedPackages } from "./lib/audit.mjs"
import { ensureBuilt } from "./lib/build.mjs"
import { ensureInstalled } from "./lib/install.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"))
const purl = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`

/** `place`: whether it is installed as a dependency or bundled into this package. */
const component = (one, place) => ({
  type: "library",
  "bom-ref": purl(one),
  name: one.name,
  version: one.version,
  purl: purl(one),
  scope: "required",
  licenses: [{ expression: one.license }],
  properties: [{ name: "mas-sdk:place", value: place }],
})

/**
 * A CycloneDX document of what a user installs: the dependencies in the tested versions, and the bundled packages,
 * which the user's lockfile does not name.
 */
function sbom() {
  const { name, version, license, dependencies } = read("package.json")
  const { packages } = read("package-lock.json")
  const self = { name, version, license }
  const installed = Object.keys(dependencies).map((one) => ({ name: one, ...packages[`node_modules/${one}`] }))
  const bundled = listedPackages(join(root, "dist"))
  // zod is both: listed once, as an installed package.
  const components = new Map([
    ...bundled.map((one) => [purl(one), component(one, "bundled")]),
    ...installed.map((one) => [purl(one), component(one, "dependency")]),
  ])
  const { scope: _, properties: __, ...subject } = component(self)
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: subject },
    components: [...components.values()],
    dependencies: [{ ref: purl(self), dependsOn: [...components.keys()] }],
  }
}

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  console.log(JSON.stringify(sbom(), null, 2))
})
