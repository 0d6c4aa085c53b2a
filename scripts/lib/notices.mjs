import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./run.mjs"

/** The file in dist with the bundled packages and their licences. */
export const noticesFile = "THIRD-PARTY-NOTICES.txt"
const rule = `\n\n${"-".repeat(20)}\n\n`

/** "node_modules/a/node_modules/@b/c/x.js" → "node_modules/a/node_modules/@b/c" */
const packageFolder = (input) => /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []

/** The folders of the packages in a bundle, from esbuild's metafile. */
function bundledFolders(metafile) {
  const outputs = Object.values(JSON.parse(readFileSync(metafile, "utf8")).outputs)
  const inputs = outputs.flatMap(({ inputs }) => Object.entries(inputs))
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).flatMap(([input]) => packageFolder(input))
}

/**
 * Writes THIRD-PARTY-NOTICES.txt into `out`, with each bundled package. Removes tsup's metafiles from `out`; `others`
 * are the metafiles of the mock server's pages and stay. Throws if a package has no licence.
 */
export function writeNotices(out, others = []) {
  const left = readdirSync(out, { recursive: true }).filter((name) => /metafile-\w+\.json$/.test(name))
  const metafiles = left.map((name) => join(out, name))
  const folders = new Set([...metafiles, ...others].flatMap(bundledFolders))
  for (const path of metafiles) rmSync(path)
  const groups = new Map()
  for (const { owner, terms } of [...folders].map(noticeOf).sort((a, b) => (a.owner < b.owner ? -1 : 1))) {
    // Copies of the same terms have different line breaks.
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

/** The beginning of the terms in common licences. The copyright notice comes before. */
const terms = /^.*(Permission (is hereby granted|to use)|Redistribution and use|Apache License)/m

/** The name, version and copyright of a package, and the terms of its licence. */
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
