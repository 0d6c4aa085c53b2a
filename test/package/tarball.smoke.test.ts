import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { listedPackages } from "../../scripts/lib/audit.mjs"
import { filesUnder, root } from "../support/files.ts"
import { packProject } from "../support/package.ts"

const project = packProject([])
const inPackage = (path: string) => join(project.folder, "node_modules/mas-sdk", path)
const sizeOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + statSync(inPackage(path)).size, 0)
const manifest = () => JSON.parse(readFileSync(inPackage("package.json"), "utf8"))

afterAll(() => project.remove())

describe("the tarball", () => {
  it("contains only the build and the documents", () => {
    const documents = filesUnder("docs").filter((path) => !/^docs\/internal\/|\.png$/.test(path))
    const others = ["AGENTS.md", "CHANGELOG.md", "LICENSE", "README.md", "llms.txt", "package.json"]
    const expectedFiles = [...others, ...documents, "skills/mas-sdk/SKILL.md"]
    expect(project.files.filter((path) => !path.startsWith("dist/")).sort()).toEqual(expectedFiles.sort())
    const built =
      /^dist\/([^/]+\.(js|d\.ts|d\.cts|txt)|types\/([\w-]+\/)+[\w.-]+\.d\.m?ts|types\/package\.json|(mock-server|portable)\/[^/]+\.js|cjs\/(((mock-server|portable)\/)?[^/]+\.js|package\.json)|cli\/(entry|main|mcp|templates)\.cjs|(cjs\/)?shared\/[\w-]+\.cjs|generated\/((dashboard|pages|reference)\.json\.br|(help|tables)\/\w[\w-]*\.json))$/
    expect(project.files.filter((path) => path.startsWith("dist/") && !built.test(path))).toEqual([])
  })

  // The mock server as ES modules and as CommonJS has 0.7 MB each, the command line 1.2, declarations and documents 0.9.
  it("unpacks to at most 7.6 MB", () => {
    expect(sizeOf(project.files)).toBeLessThanOrEqual(7_600_000)
  })

  it("contains the types once", () => {
    expect(readFileSync(inPackage("dist/contract.d.ts"), "utf8")).toBe(
      'export * from "./types/sdk/contract/index.js"\n',
    )
  })

  it("has no ES module with an undefined `require`", () => {
    const modules = project.files.filter((path) => /^dist\/(?!cjs\/|cli\/).*\.js$/.test(path))
    expect(modules.length).toBeGreaterThan(20)
    expect(modules.filter((path) => readFileSync(inPackage(path), "utf8").includes("Dynamic require"))).toEqual([])
  })

  it("has declarations with the sources' names, exactly for the sources that entries reach", () => {
    const declarations = project.files.filter((path) => /^dist\/types\/.*\.d\.ts$/.test(path))
    const sources = declarations.map((path) => path.replace("dist/types/", "").replace(/\.d\.ts$/, ".ts"))
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(sources).toContain("sdk/contract/invites.ts")
    expect(sources).not.toContain("mock-server/resources/invites/invites.ts")
    const all = project.files
      .filter((path) => /\.d\.[cm]?ts$/.test(path))
      .map((path) => readFileSync(inPackage(path), "utf8"))
    expect(all.filter((text) => /^(?:im|ex)port \{[^}]*\w+ as [a-z$]\b/m.test(text))).toEqual([])
  })

  it("contains every file that its manifest names", () => {
    const targets = new Set<string>()
    const collect = (value: unknown): void => {
      if (typeof value === "string") targets.add(value)
      else if (value && typeof value === "object") Object.values(value).forEach(collect)
    }
    const { main, module, types, exports, bin, typesVersions } = manifest()
    collect([main, module, types, exports, bin, typesVersions])
    expect(targets.size).toBeGreaterThan(20)
    expect([...targets].filter((path) => !existsSync(inPackage(path)))).toEqual([])
  })

  it("depends on undici and zod, and optionally on MSW and OpenTelemetry", () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = manifest()
    expect(Object.keys(dependencies).sort()).toEqual(["undici", "zod"])
    expect(peerDependencies).toEqual({ "@opentelemetry/api": "^1.9.0", msw: ">=2 <4" })
    expect(peerDependenciesMeta).toEqual({ "@opentelemetry/api": { optional: true }, msw: { optional: true } })
  })

  it("has no install scripts", () => {
    const { scripts } = manifest()
    expect(["preinstall", "install", "postinstall", "prepare"].filter((name) => name in scripts)).toEqual([])
  })

  it("names the licence of every bundled package", () => {
    const notices = readFileSync(inPackage("dist/THIRD-PARTY-NOTICES.txt"), "utf8")
    for (const name of ["zod", "liquidjs", "@inquirer/prompts", "yargs", "yargs-parser", "openapi-explorer"]) {
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(\\S+\\)$`, "m"))
    }
    expect(notices).not.toContain("holds no licence text")
    // esbuild writes the origin above each module of an unminified bundle.
    const names = new Set(listedPackages(inPackage("dist")).map(({ name }) => name))
    const origin = /^\s*(?:\/\/ |")node_modules\/((?:@[^/]+\/)?[^/\n]+)\//gm
    for (const path of project.files.filter((file) => file.endsWith(".js"))) {
      const packageNames = [...readFileSync(inPackage(path), "utf8").matchAll(origin)].map(([, name = ""]) => name)
      expect([path, packageNames.filter((name) => !names.has(name))]).toEqual([path, []])
    }
  })

  it("contains only the five prompts in use, and no package that creates a segmenter on load", () => {
    const names = listedPackages(inPackage("dist")).map(({ name }) => name)
    const prompts = names.filter((name) => /^@inquirer\/(?!ansi|core|figures|prompts|type)/.test(name))
    expect(prompts.map((name) => name.slice(10))).toEqual(["checkbox", "confirm", "input", "password", "select"])
    expect(names.filter((name) => ["chardet", "iconv-lite", "string-width"].includes(name))).toEqual([])
  })
})

describe("the commands mas and mas-sdk", () => {
  it.each(["mas", "mas-sdk"])("%s prints its version", (name) => {
    const { bin, version } = manifest()
    const entry = inPackage(bin[name])
    expect(readFileSync(entry, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/)
    expect(statSync(entry).mode & 0o111).not.toBe(0)
    expect(execFileSync(process.execPath, [entry, "--version"], { encoding: "utf8" })).toContain(version)
  })
})
