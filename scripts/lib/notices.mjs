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

/** Packages whose published files lack their licence: the copyright of their repository's LICENSE, above the terms of ISC. */
const holders = {
  saxes:
    "Copyright (c) Contributors\nCopyright (c) Isaac Z. Schlueter and Contributors (sax, from which saxes was forked)",
}
const iscTerms = `Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`

/** The text of a package's licence; undefined if it has none. */
function licenceText(path, name, license) {
  const file = readdirSync(path).find((one) => /^(licen[cs]e|copying)(\.|-|$)/i.test(one))
  if (file) return readFileSync(join(path, file), "utf8")
  return license === "ISC" && name in holders ? `${holders[name]}\n\n${iscTerms}` : undefined
}

/** The name, version and copyright of a package, and the terms of its licence. */
function noticeOf(folder) {
  const path = join(root, folder)
  const { license, name, version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"))
  const text = licenceText(path, name, license)
  if (!license || text === undefined) throw new Error(`${name} is bundled and states no licence`)
  const at = Math.max(text.search(terms), 0)
  return {
    owner: `${name} ${version} (${license})\n${text.slice(0, at).trim()}`.trim(),
    terms: text.slice(at).trim(),
  }
}
