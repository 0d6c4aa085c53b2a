import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { faultsOf, notesOf, unsaidAmong, versionAfter, withVersion } from "../../scripts/lib/changelog.mjs"
import { listedPackages } from "../../scripts/lib/notices.mjs"
import { readProjectFile, root } from "../support/files.ts"

const manifest = JSON.parse(readProjectFile("package.json"))

it("the bill of materials names each dependency and each bundled package once, with version and licence", () => {
  const bom = JSON.parse(execFileSync(process.execPath, [join(root, "scripts/sbom.mjs")], { encoding: "utf8" }))
  const names: string[] = bom.components.map(({ name }: { name: string }) => name)
  const bundled = listedPackages(join(root, "dist")).map(({ name }) => name)
  expect(bom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" })
  expect(names.toSorted()).toEqual([...new Set([...Object.keys(manifest.dependencies), ...bundled])].toSorted())
  for (const { purl, version, licenses } of bom.components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+/)
    expect(purl.endsWith(`@${version}`)).toBe(true)
    expect(licenses[0].expression).toMatch(/^[\w.-]+( (OR|AND) [\w.-]+)*$/)
  }
  expect(bom.dependencies[0].dependsOn.toSorted()).toEqual(
    bom.components.map((one: { purl: string }) => one.purl).toSorted(),
  )
}, 180_000)

it("a release is tested whole, audited, and published with provenance by a job that may do no more", () => {
  const { jobs, permissions } = parse(readProjectFile(".github/workflows/release.yml"))
  const commands: string[] = jobs.publish.steps.flatMap(({ run }: { run?: string }) => run ?? [])
  expect([permissions, jobs.publish.permissions]).toEqual([{}, { contents: "write", "id-token": "write" }])
  const scripts = commands.flatMap((command) => /^npm run (?:--silent )?(\S+)/.exec(command)?.[1] ?? [])
  expect(scripts).toEqual(["release:notes", "audit:bundled", "sbom"])
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([])
  expect(commands).toContain("npm test --silent -- --all")
  expect(commands).toContain("npm publish --provenance --access public")
})

describe("the changelog", () => {
  const changelog = (unreleased: string, ...versions: string[]) =>
    ["# Changelog", `## [Unreleased]\n\n${unreleased}`, ...versions].join("\n\n")
  const first = "## [0.1.0] - 2026-11-20\n\n### Added\n\n- All of it.\n"

  it("is in order, and has room for what comes next", () => {
    expect(faultsOf(readProjectFile("CHANGELOG.md"))).toEqual([])
  })

  it("gives the notes of a release", () => {
    expect(notesOf(changelog("", first), "0.1.0")).toBe("### Added\n\n- All of it.")
  })

  it.each([
    ["0.1.0", "Fixed", "0.1.1"],
    ["0.1.9", "Added", "0.2.0"],
    ["0.1.9", "Removed", "0.2.0"],
    ["1.2.3", "Security", "1.2.4"],
    ["1.2.3", "Deprecated", "1.3.0"],
    ["1.2.3", "Changed", "2.0.0"],
  ])("makes of %s, where something is %s, version %s", (version, kind, next) => {
    const text = changelog(`### Security\n\n- A.\n\n### ${kind === "Security" ? "Fixed" : kind}\n\n- B.`, first)
    expect(versionAfter(text, version)).toBe(next)
    const dated = withVersion(text, next, "2026-12-01")
    expect(notesOf(dated, next)).toContain("- B.")
    expect(() => versionAfter(dated, next)).toThrow("nothing under [Unreleased]")
  })

  it("is asked for where what ships has changed", () => {
    expect(unsaidAmong(["sdk/client.ts", "test/a.ts"])).toEqual(["sdk/client.ts"])
    expect(unsaidAmong(["docs/client.md", ""])).toEqual([])
    expect(unsaidAmong(["cli/main.ts", "CHANGELOG.md"])).toEqual([])
  })

  it.each([
    ["holds back what is not released", changelog("### Fixed\n\n- More.", first), "0.1.0", "move what is under"],
    ["does not know the version", changelog("", first), "0.2.0", "says nothing of 0.2.0"],
    ["has a newer one", changelog("", first.replaceAll("0.1.0", "0.2.0"), first), "0.1.0", "0.2.0 stands above 0.1.0"],
    ["says nothing of it", changelog("", "## [0.1.0] - 2026-11-20\n"), "0.1.0", "is empty"],
    ["has no date for it", changelog("", first.replace(" - 2026-11-20", "")), "0.1.0", "has no date"],
    ["has no room for what comes next", `# Changelog\n\n${first}`, "0.1.0", "does not begin with"],
    ["says a kind twice", changelog("", `${first}\n### Added\n\n- More.`), "0.1.0", "Added is there twice"],
    ["has a kind of its own", changelog("", first.replace("Added", "New")), "0.1.0", "New is none of"],
  ])("stops a release when it %s", (_what, text, version, message) => {
    expect(() => notesOf(text, version)).toThrow(message)
  })
})
