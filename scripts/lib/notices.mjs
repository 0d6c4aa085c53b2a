import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./run.mjs"

const file = "THIRD-PARTY-NOTICES.txt"
const rule = "-".repeat(20)

/** "node_modules/a/node_modules/@b/c/x.js" → "node_modules/a/node_modules/@b/c" */
function packageFolder(input) {
  return /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]
}

const filesIn = (out) => readdirSync(out, { recursive: true }).map((name) => join(out, name))

/** The folders of the packages whose code is in the bundles, by their metafiles. */
function bundledFolders(metafiles) {
  const folders = new Set()
  for (const path of metafiles) {
    const { outputs } = JSON.parse(readFileSync(path, "utf8"))
    for (const [input, { bytesInOutput }] of Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs))) {
      const folder = bytesInOutput > 0 && packageFolder(input)
      if (folder) folders.add(folder)
    }
  }
  return folders
}

/** What esbuild writes above each module in bundles that are not minified. */
const origin = /^\s*(?:\/\/ |")(node_modules\/[^"\n]+)/gm

function checkComplete(out, folders) {
  for (const path of filesIn(out).filter((name) => /\.c?js$/.test(name))) {
    for (const [, input] of readFileSync(path, "utf8").matchAll(origin)) {
      if (folders.has(packageFolder(input))) continue
      throw new Error(
        `${path} holds ${packageFolder(input)}, which no metafile names: its build needs \`metafile: true\``,
      )
    }
  }
}

function licenceText(folder) {
  const name = readdirSync(folder).find((one) => /^(licen[cs]e|copying)(\.|-|$)/i.test(one))
  return name ? readFileSync(join(folder, name), "utf8").trim() : undefined
}

/**
 * Writes THIRD-PARTY-NOTICES.txt into `out`: name, version and licence of each package whose code is in the bundles. Removes
 * the metafiles that tsup left in `out`; those of bundles that are in there compressed are `others`, and stay. Throws when a
 * package states no licence, and when the bundles hold one that the metafiles do not name.
 */
export function writeNotices(out, others = []) {
  const left = filesIn(out).filter((name) => /metafile-\w+\.json$/.test(name))
  const folders = bundledFolders([...left, ...others])
  for (const path of left) rmSync(path)
  checkComplete(out, folders)
  const terms = []
  const notices = [...folders].sort().map((folder) => {
    const path = join(root, folder)
    const { name, version, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"))
    if (!license) throw new Error(`${name} is bundled and states no licence`)
    const text = licenceText(path) ?? standardText(path, license)
    return `${name} ${version} (${license})\n\n${withoutTerms(text, terms)}\n`
  })
  const shared = terms.map(({ text }, at) => `Terms ${at + 1}\n\n${text}\n`)
  const heading =
    "Code of these packages is contained in the files of dist. Terms that many share stand at the end, once.\n"
  writeFileSync(join(out, file), [heading, ...notices.sort(), ...shared].join(`\n${rule}\n\n`))
}

/** A package that states MIT and forgot the text: the terms are always the same, as in the LICENSE of this project. */
function standardText(folder, license) {
  if (license !== "MIT") return "The package holds no licence text."
  const { author, name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const holder = author?.name ?? author ?? `the authors of ${name}`
  const [terms] = /^Permission .*/ms.exec(readFileSync(join(root, "LICENSE"), "utf8")) ?? []
  return `Copyright (c) ${holder}\n\n${terms?.trim()}`
}

/** A licence's own words, with the number of its terms instead of these: many packages have them word by word. */
function withoutTerms(licence, terms) {
  const [text] = /^(?:Permission|Redistribution) .*/ms.exec(licence) ?? []
  if (text === undefined) return licence
  const words = text.replaceAll(/\s+/g, " ")
  let at = terms.findIndex((one) => one.words === words)
  if (at < 0) at = terms.push({ words, text }) - 1
  return `${licence.slice(0, -text.length)}Terms ${at + 1}, at the end.`
}

/** The packages that the notices in `out` name: name, version and licence of each. */
export function listedPackages(out) {
  const headings = readFileSync(join(out, file), "utf8").matchAll(/^-{20}\n\n(\S+) (\d\S*) \((.+)\)$/gm)
  return Array.from(headings, ([, name = "", version = "", license = ""]) => ({ name, version, license }))
}
