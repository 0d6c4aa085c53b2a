const kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]

/** The minimum version part to increase for each kind of change, as docs/support.md promises. */
const partOf = {
  Added: "minor",
  Changed: "major",
  Deprecated: "minor",
  Removed: "major",
  Fixed: "patch",
  Security: "patch",
}

/** The sections of a changelog, newest first: `Unreleased` or a version, its date, and the changes by kind. */
export function sectionsOf(changelog) {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, name, date] = /^\[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$/m.exec(section) ?? []
      const text = section.slice(section.indexOf("\n")).trim()
      return { name, date, text, kinds: [...text.matchAll(/^### (.*)$/gm)].map(([, kind]) => kind) }
    })
}

/** The problems of a changelog, one line each. */
export function faultsOf(changelog) {
  const sections = sectionsOf(changelog)
  const faults = sections[0]?.name === "Unreleased" ? [] : ["It does not begin with ## [Unreleased]"]
  for (const { name, date, kinds: given } of sections) {
    if (name !== "Unreleased" && date === undefined) faults.push(`${name} has no date: ## [1.2.3] - 2026-01-31`)
    for (const [at, kind] of given.entries()) {
      if (!kinds.includes(kind)) faults.push(`${name}: ${kind} is not one of ${kinds.join(", ")}`)
      if (given.indexOf(kind) < at) faults.push(`${name}: ${kind} is there twice`)
    }
  }
  return faults
}

/** The release notes of a version. Throws if the changelog has none, or has unreleased changes. */
export function notesOf(changelog, version) {
  const faults = faultsOf(changelog)
  if (faults.length > 0) throw new Error(faults.join("\n"))
  const [unreleased, ...others] = sectionsOf(changelog)
  if (unreleased.text !== "") throw new Error(`CHANGELOG.md: move what is under [Unreleased] to [${version}]`)
  const found = others.find(({ name }) => name === version)
  if (found === undefined) throw new Error(`CHANGELOG.md says nothing of ${version}: ## [${version}] - <date>`)
  if (others[0] !== found) throw new Error(`CHANGELOG.md: ${others[0].name} stands above ${version}`)
  if (!/^- /m.test(found.text)) throw new Error(`CHANGELOG.md: [${version}] is empty`)
  return found.text
}

/** The next version, from the kinds of changes under [Unreleased]; before 1.0 a minor version may change anything. */
export function versionAfter(changelog, version) {
  const faults = faultsOf(changelog)
  if (faults.length > 0) throw new Error(faults.join("\n"))
  const parts = new Set(sectionsOf(changelog)[0].kinds.map((kind) => partOf[kind]))
  if (parts.size === 0) throw new Error("CHANGELOG.md: there is nothing under [Unreleased]")
  const [major, minor, patch] = version.split(".").map(Number)
  if (parts.has("major") && major > 0) return `${major + 1}.0.0`
  return parts.has("major") || parts.has("minor") ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** The changelog with the changes under [Unreleased] moved to a version. */
export const withVersion = (changelog, version, date) =>
  changelog.replace(/^## \[Unreleased\]\n/m, (heading) => `${heading}\n## [${version}] - ${date}\n`)

/** The shipped paths among `paths`; empty if the changelog is among them. */
export const shippedWithoutChangelog = (paths) =>
  paths.includes("CHANGELOG.md") ? [] : paths.filter((path) => /^(?:sdk|mock-server|cli)\//.test(path))
