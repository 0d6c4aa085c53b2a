import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./run.mjs"

/** "node_modules/a/node_modules/@b/c/x.js" → "node_modules/a/node_modules/@b/c" */
function packageFolder(input) {
  return /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]
}

function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name))
  return file ? readFileSync(join(folder, file), "utf8").trim() : undefined
}

/**
 * Writes THIRD-PARTY-NOTICES.txt into `out`: name, version and licence of each package whose code is in the bundles,
 * read from the metafiles that the build left there. Removes the metafiles. Throws when a package states no licence.
 */
export function writeNotices(out) {
  const folders = new Set()
  const metafiles = readdirSync(out).filter((name) => /^metafile-.*\.json$/.test(name))
  for (const name of metafiles) {
    const { outputs } = JSON.parse(readFileSync(join(out, name), "utf8"))
    for (const { inputs } of Object.values(outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = bytesInOutput > 0 && packageFolder(input)
        if (folder) folders.add(folder)
      }
    }
    rmSync(join(out, name))
  }
  const notices = [...folders].map((folder) => {
    const path = join(root, folder)
    const { name, version, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"))
    if (!license) throw new Error(`${name} is bundled and states no licence`)
    return `${name} ${version} (${license})\n\n${licenceText(path) ?? "The package holds no licence text."}\n`
  })
  const heading = "Code of these packages is contained in the files of dist.\n"
  writeFileSync(join(out, "THIRD-PARTY-NOTICES.txt"), [heading, ...notices.sort()].join(`\n${"-".repeat(80)}\n\n`))
}
