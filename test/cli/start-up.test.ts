import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readCliFiles } from "../../scripts/lib/cli-bundle.ts"
import { root } from "../support/files.ts"
import { builtEntry } from "./own/terminal.ts"

/** What a module and everything that it imports at once is made of, packages by their names. */
async function staticImports(entry: string): Promise<{ files: string[]; packages: string[] }> {
  const { metafile } = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    packages: "external",
    format: "esm",
    splitting: true,
    platform: "node",
    outdir: "out",
    logLevel: "silent",
  })
  const packages = new Set<string>()
  const files = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind === "dynamic-import") continue
      if (external) packages.add(path)
      else visit(path)
    }
  }
  visit(entry)
  return { files: [...files], packages: [...packages] }
}

describe("what the command line imports at once", () => {
  it("is the platform and its own small modules, for the entry: no yargs, prompts, zod or undici", async () => {
    const { files, packages } = await staticImports("cli/start/start.ts")
    expect(packages.filter((name) => !builtinModules.includes(name.replace("node:", "")))).toEqual([])
    expect(packages.toSorted()).toEqual(["node:fs", "node:path"])
    expect(files.toSorted()).toEqual([
      "cli/output/color.ts",
      "cli/start/assets.ts",
      "cli/start/early.ts",
      "cli/start/start.ts",
      "sdk/version.ts",
    ])
  })

  it("is the platform and its own modules, for what every command needs: no schema, no prompt, no mock server", async () => {
    const { files, packages } = await staticImports("cli/main.ts")
    expect(packages.filter((name) => !builtinModules.includes(name.replace("node:", "")))).toEqual([])
    const heavy =
      /^(mock-server|sdk\/contract\/(?!core\/)|sdk\/resources|generated\/cli\/(?!index)|cli\/commands\/(?!endpoint|list|runners))/
    expect(files.filter((file) => heavy.test(file))).toEqual([])
  })

  it("leaves every module that it loads on demand a file of its own", async () => {
    const { core, lazy } = await readCliFiles("cli/main.ts", (path) => /mock-server|validate/.test(path))
    const shared = Object.values(lazy).filter((path) => core.has(join(root, path)))
    expect(shared).toEqual([])
    expect(Object.keys(lazy).length).toBeGreaterThan(60)
  })
})

describe("a start of the built command line", () => {
  const folder = mkdtempSync(join(tmpdir(), "mas-start-up-"))
  const listing = join(folder, "loaded.cjs")
  let entry: string
  beforeAll(() => {
    entry = builtEntry()
    const report = 'process.on("exit", () => require("node:fs").writeSync(2, Object.keys(require.cache).join("\\n")))'
    writeFileSync(listing, report)
  }, 180_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const loaded = (...argv: string[]) => {
    const env = { ...process.env, MAS_PROFILE: "mock", MAS_CONFIG_DIR: folder }
    const { stderr, status } = spawnSync(process.execPath, ["-r", listing, entry, ...argv], { encoding: "utf8", env })
    expect(status).toBe(0)
    const files = stderr.split("\n").filter((file) => file !== listing)
    expect(files.filter((file) => dirname(file) !== dirname(entry))).toEqual([])
    return files.map((file) => basename(file)).toSorted()
  }

  it.each([["--version"], ["--help"], ["help", "exit-codes"], ["messages", "send", "--help"], ["__complete", "mess"]])(
    "loads one file to answer: mas %s %s",
    (...argv) => {
      expect(loaded(...argv)).toEqual(["entry.cjs"])
    },
  )

  it("loads of yargs the parser alone, and nothing that measures text", () => {
    const bundle = readFileSync(join(dirname(entry), "line-parse.cjs"), "utf8")
    expect(bundle).toContain("nargs-eats-options")
    expect(bundle).not.toMatch(/string-?width|cliui|y18n|Segmenter/i)
  })

  it("loads its own group's table and no other for a dry run", () => {
    expect(loaded("lists", "create", "--name", "x", "--dry-run")).toEqual([
      "entry.cjs",
      "generated-cli-lists.cjs",
      "line-parse.cjs",
      "main.cjs",
    ])
  })
})
