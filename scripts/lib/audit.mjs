import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runNpm } from "./install.mjs"
import { noticesFile } from "./notices.mjs"

/** Writes a project whose lockfile has only these packages, without their dependencies. */
function writeProject(folder, packages) {
  const dependencies = {}
  const locked = {}
  for (const { name, version } of packages) {
    // A package may be bundled in two versions.
    const alias = name in dependencies ? `${name}-${version}` : name
    dependencies[alias] = alias === name ? version : `npm:${name}@${version}`
    locked[`node_modules/${alias}`] = { name, version }
  }
  const project = { name: "bundled", version: "1.0.0", dependencies }
  const lock = { ...project, lockfileVersion: 3, packages: { "": project, ...locked } }
  writeFileSync(join(folder, "package.json"), JSON.stringify(project))
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock))
}

/** Asks npm's registry for known vulnerabilities: returns a line for each. No package and no response are errors: nothing was checked. */
export async function auditPackages(packages) {
  if (packages.length === 0) throw new Error("Nothing was checked: no bundled package is listed")
  const folder = mkdtempSync(join(tmpdir(), "mas-sdk-audit-"))
  try {
    writeProject(folder, packages)
    const { output } = await runNpm(["audit", "--json", "--loglevel=silent"], { cwd: folder })
    return findingsOf(output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The lines of npm's JSON. */
export function findingsOf(output) {
  const { message, vulnerabilities } = parsed(output)
  if (!vulnerabilities) throw new Error(`Nothing was checked: the registry gave no audit (${message ?? "no response"})`)
  const known = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one === "object"))
  return known.map(({ name, range, severity, title, url }) => `${name} ${range}: ${severity}, ${title} (${url})`)
}

function parsed(output) {
  try {
    return Object(JSON.parse(output))
  } catch {
    return {}
  }
}

/** The packages in the notices of `out`, with name, version and licence. */
export function listedPackages(out) {
  const headings = readFileSync(join(out, noticesFile), "utf8").matchAll(/^(\S+) (\d\S*) \((.+)\)$/gm)
  return Array.from(headings, ([, name = "", version = "", license = ""]) => ({ name, version, license }))
}
