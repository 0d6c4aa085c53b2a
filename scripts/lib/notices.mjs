import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./run.mjs"

/** In dist: the packages whose code is in its bundles, and their licences. */
export const noticesFile = "THIRD-PARTY-NOTICES.txt"
const rule = `\n\n${"-".repeat(20)}\n\n`

/** "node_modules/a/node_modules/@b/c/x.js" → "node_modules/a/node_modules/@b/c" */
const packageFolder = (input) => /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []

/** The folders of the packages whose code is in a bundle, read from esbuild's metafile. */
function bundledFolders(metafile) {
  const outputs = Object.values(JSON.parse(readFileSync(metafile, "utf8")).outputs)
  const inputs = outputs.flatMap(({ inputs }) => Object.entries(inputs))
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).flatMap(([input]) => packageFolder(input))
}

/**
 * Writes THIRD-PARTY-NOTICES.txt into `out`: each package whose code is in the bundles. Removes the metafiles that tsup left in
 * `out`; `others` are those of the mock server's pages, and stay. Throws when a package states no licence.
 */
export function writeNotices(out, others = []) {
  const left = readdirSync(out, { recursive: true }).filter((name) => /metafile-\w+\.json$/.test(name))
  const metafiles = left.map((name) => join(out, name))
  const folders = new Set([...metafiles, ...others].flatMap(bundledFolders))
  for (const path of metafiles) rmSync(path)
  const groups = new Map()
  for (const { owner, terms } of [...folders].map(noticeOf).sort((a, b) => (a.owner < b.owner ? -1 : 1))) {
    // Copies of the same terms break their lines differently.
    const key = terms.replaceAll(/\s+/g, " ")
    const group = groups.get(key) ?? { owners: [], terms }
    groups.set(key, group)
    group.owners.push(owner)
  }
  const notices = [...groups.values()].map(({ owners, terms }) => [...owners, terms].join("\n\n"))
  writeFileSync(
    join(out, noticesFile),
    `${["Code of these packages is in the files of dist.", ...notices].join(rule)}\n`,
  )
}

/** How the terms of usual licences begin. Before them is the copyright of the owner. */
const terms = /^.*(Permission (is hereby granted|to use)|Redistribution and use|Apache License)/m

/** Whose a package is, with its copyright, and the terms of its licence. */
function noticeOf(folder) {
  const path = join(root, folder)
  const { license, name, version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"))
  const file = readdirSync(path).find((one) => /^(licen[cs]e|copying)(\.|-|$)/i.test(one))
  if (!license || !file) throw new Error(`${name} is bundled and states no licence`)
  const text = readFileSync(join(path, file), "utf8")
  const at = Math.max(text.search(terms), 0)
  return {
    owner: `${name} ${version} (${license})\n${text.slice(0, at).trim()}`.trim(),
    terms: text.slice(at).trim(),
  }
}
