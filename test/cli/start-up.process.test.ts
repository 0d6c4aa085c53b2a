import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { basename, dirname, join } from "node:path"
import { build } from "esbuild"
import { beforeAll, describe, expect, it } from "vitest"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { builtEntry } from "./own/terminal.ts"

/** The files and packages that a module imports statically. */
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

describe("the static imports of the command line", () => {
  it("are the platform and small modules for the entry: no yargs, prompts, zod or undici", async () => {
    const { files, packages } = await staticImports("cli/start/start.ts")
    expect(packages.filter((name) => !builtinModules.includes(name.replace("node:", "")))).toEqual([])
    expect(packages.toSorted()).toEqual(["node:events", "node:fs", "node:path", "node:util"])
    expect(files.toSorted()).toEqual([
      "cli/line/command/flags.ts",
      "cli/line/command/global-flags.ts",
      "cli/line/command/tables.ts",
      "cli/line/flag-words.ts",
      "cli/line/global-flags.ts",
      "cli/line/program-name.ts",
      "cli/line/run-mode.ts",
      "cli/line/typed-line.ts",
      "cli/start/job.ts",
      "cli/start/start-pager.ts",
      "cli/start/start.ts",
      "cli/terminal/help/show-help.ts",
      "cli/terminal/help/static-help.ts",
      "cli/terminal/help/wrap-help.ts",
      "cli/terminal/io.ts",
      "cli/terminal/output/color.ts",
      "cli/terminal/output/pager.ts",
      "cli/terminal/output/plain.ts",
      "cli/terminal/output/safe-text.ts",
      "cli/terminal/output/wrap.ts",
      "sdk/base/agent-name.ts",
      "sdk/base/version.ts",
      "sdk/contract/core/clean-text.ts",
      "sdk/contract/core/trim-end.ts",
    ])
  })

  it("add only the widths of characters for every command: no schema, no prompt, no mock server", async () => {
    const { files, packages } = await staticImports("cli/main.ts")
    const others = packages.filter((name) => !builtinModules.includes(name.replace("node:", "")))
    expect(others).toEqual(["get-east-asian-width"])
    const heavy = /^(mock-server|sdk\/contract\/(?!core\/)|sdk\/resources|cli\/commands\/)/
    expect(files.filter((file) => heavy.test(file))).toEqual([])
  })
})

describe("a start of the built command line", () => {
  it("caches code in the user's own folder, not in one for all users", () => {
    const folder = temporaryFolder()
    const preload = join(folder, "seen.cjs")
    // Node 20 has no such cache: the call is recorded.
    writeFileSync(preload, 'require("node:module").enableCompileCache = (at) => console.error("cache", at)')
    const cacheOf = (more: NodeJS.ProcessEnv) => {
      const env = { PATH: process.env.PATH, HOME: folder, ...more }
      const { stderr } = spawnSync(process.execPath, ["--require", preload, builtEntry(), "--version"], { env })
      return String(stderr).trim()
    }
    expect([cacheOf({}), cacheOf({ XDG_CACHE_HOME: "/x" }), cacheOf({ NODE_COMPILE_CACHE: "/y" })]).toEqual(
      process.platform === "win32"
        ? Array(3).fill("cache undefined")
        : [`cache ${folder}/.cache/mas-sdk`, "cache /x/mas-sdk", "cache undefined"],
    )
    expect(cacheOf({ HOME: "" })).toBe(process.platform === "win32" ? "cache undefined" : "")
  })

  const folder = temporaryFolder()
  const listing = join(folder, "loaded.cjs")
  let entry: string
  beforeAll(() => {
    entry = builtEntry()
    const report = 'process.on("exit", () => require("node:fs").writeSync(2, Object.keys(require.cache).join("\\n")))'
    writeFileSync(listing, report)
  })

  const filesOf = (argv: readonly string[]) => {
    const env = { ...process.env, MAS_PROFILE: "mock", MAS_CONFIG_DIR: folder }
    const { stderr, status } = spawnSync(process.execPath, ["-r", listing, entry, ...argv], { encoding: "utf8", env })
    return { code: status, files: stderr.split("\n").filter((file) => file !== listing) }
  }
  const loaded = (...argv: string[]) => {
    const { code, files } = filesOf(argv)
    expect(code).toBe(0)
    expect(files.filter((file) => dirname(file) !== dirname(entry))).toEqual([])
    return files.map((file) => basename(file)).toSorted()
  }

  it.each([["--version"], ["--help"], ["help", "exit-codes"], ["messages", "send", "--help"], ["__complete", "mess"]])(
    "loads one file to answer: mas %s %s",
    (...argv) => {
      expect(loaded(...argv)).toEqual(["entry.cjs"])
    },
  )

  it("loads one more file for a command", () => {
    expect(loaded("lists", "create", "--name", "x", "--dry-run")).toEqual(["entry.cjs", "main.cjs"])
  })

  it("loads a third file only for mas mcp, with zod and no other package", () => {
    const { code, files } = filesOf(["mcp"])
    expect([
      code,
      files
        .filter((file) => dirname(file) === dirname(entry))
        .map((file) => basename(file))
        .toSorted(),
    ]).toEqual([0, ["entry.cjs", "main.cjs", "mcp.cjs"]])
    expect(files.filter((file) => /node_modules\/(?!zod\/)/.test(file))).toEqual([])
  })

  it("creates no segmenter in yargs before any text is measured", () => {
    const bundle = readFileSync(join(dirname(entry), "main.cjs"), "utf8")
    expect(bundle.match(/new Intl\.Segmenter/g)).toHaveLength(1)
    expect(bundle).toContain("??=new Intl.Segmenter")
  })
})
