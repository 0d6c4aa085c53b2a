import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { expect, it } from "vitest"
import { parse } from "yaml"
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
  expect(scripts).toEqual(["audit:bundled", "sbom"])
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([])
  expect(commands).toContain("npm test --silent -- --all")
  expect(commands).toContain("npm publish --provenance --access public")
})
