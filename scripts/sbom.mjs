import { readFileSync } from "node:fs"
import { join } from "node:path"
import { listedPackages } from "./lib/audit.mjs"
import { ensureBuilt } from "./lib/build.mjs"
import { ensureInstalled } from "./lib/install.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"))
const purl = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`

/** `place`: whether a user installs it beside this package, or has it in this package's files. */
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
 * CycloneDX of what a user gets: the dependencies, as they are tried here, and the packages inside the bundles, which no lock
 * file of theirs names.
 */
function sbom() {
  const { name, version, license, dependencies } = read("package.json")
  const { packages } = read("package-lock.json")
  const self = { name, version, license }
  const installed = Object.keys(dependencies).map((one) => ({ name: one, ...packages[`node_modules/${one}`] }))
  const bundled = listedPackages(join(root, "dist"))
  // zod is both: one package, said once, as what is installed.
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
