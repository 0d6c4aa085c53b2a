import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ensureBuilt } from "./lib/build.mjs"
import { ensureInstalled } from "./lib/install.mjs"
import { listedPackages } from "./lib/notices.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"))
const purl = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`

/** CycloneDX of what a user gets: the dependencies, as they are tried here, and the packages inside the bundles, which no lock file of theirs names. */
export function sbom() {
  const { name, version, license, dependencies } = read("package.json")
  const { packages } = read("package-lock.json")
  const component = (one, property) => ({
    ...{
      type: "library",
      "bom-ref": purl(one),
      name: one.name,
      version: one.version,
      purl: purl(one),
      scope: "required",
    },
    ...(one.license ? { licenses: [{ expression: one.license }] } : {}),
    properties: [{ name: "mas-sdk:place", value: property }],
  })
  const installed = Object.keys(dependencies).map((one) => ({ name: one, ...packages[`node_modules/${one}`] }))
  const components = [
    ...installed.map((one) => component(one, "dependency")),
    ...listedPackages(join(root, "dist")).map((one) => component(one, "bundled")),
  ]
  const self = { name, version }
  return {
    ...{ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 },
    metadata: {
      component: {
        ...{
          type: "library",
          "bom-ref": purl(self),
          ...self,
          purl: purl(self),
          licenses: [{ license: { id: license } }],
        },
      },
    },
    // zod is in a bundle and a dependency: one package, said once.
    components: components.filter((one, index) => components.findIndex(({ purl }) => purl === one.purl) === index),
    dependencies: [{ ref: purl(self), dependsOn: [...new Set(components.map(({ purl }) => purl))] }],
  }
}

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  console.log(JSON.stringify(sbom(), null, 2))
})
