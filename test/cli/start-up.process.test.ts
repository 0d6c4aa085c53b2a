import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { basename, dirname, join } from "node:path"
import { build } from "esbuild"
import { beforeAll, describe, expect, it } from "vitest"
import { cacheFolder } from "../../cli/profile/config-path.ts"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
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
    expect(packages.toSorted()).toEqual(["node:fs", "node:path", "node:util"])
    expect(files.toSorted()).toEqual([
      "cli/ask/may-ask.ts",
      "cli/line/program.ts",
      "cli/output/color.ts",
      "cli/output/pager.ts",
      "cli/output/plain.ts",
      "cli/output/wrap.ts",
      "cli/profile/config-path.ts",
      "cli/start/agent.ts",
      "cli/start/assets.ts",
      "cli/start/early.ts",
      "cli/start/lay-help.ts",
      "cli/start/pipe-sink.ts",
      "cli/start/show-help.ts",
      "cli/start/start-pager.ts",
      "cli/start/start.ts",
      "sdk/contract/core/trim-end.ts",
      "sdk/version.ts",
    ])
  })

  it("is the widths of characters beside that, for what every command needs: no schema, no prompt, no mock server", async () => {
    const { files, packages } = await staticImports("cli/main.ts")
    const others = packages.filter((name) => !builtinModules.includes(name.replace("node:", "")))
    expect(others).toEqual(["get-east-asian-width"])
    const heavy =
      /^(mock-server|sdk\/contract\/(?!core\/)|sdk\/resources|cli\/commands\/(?!endpoint|list|prepared-call|runners))/
    expect(files.filter((file) => heavy.test(file))).toEqual([])
  })
})

describe("a start of the built command line", () => {
  const folder = temporaryFolder()
  const listing = join(folder, "loaded.cjs")
  let entry: string
  beforeAll(() => {
    entry = builtEntry()
    const report = 'process.on("exit", () => require("node:fs").writeSync(2, Object.keys(require.cache).join("\\n")))'
    writeFileSync(listing, report)
  }, 180_000)

  const filesOf = (argv: readonly string[]) => {
    // What is loaded from kept code is not in Node's list.
    const env = { ...process.env, MAS_PROFILE: "mock", MAS_CONFIG_DIR: folder, NODE_DISABLE_COMPILE_CACHE: "1" }
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

  it("loads a third file for mas mcp alone, with zod, and of the packages there nothing that it never uses", () => {
    const { code, files } = filesOf(["mcp"])
    expect([
      code,
      files
        .filter((file) => dirname(file) === dirname(entry))
        .map((file) => basename(file))
        .toSorted(),
    ]).toEqual([0, ["entry.cjs", "main.cjs", "mcp.cjs"]])
    expect(files.filter((file) => /node_modules\/(?!zod\/)/.test(file))).toEqual([])
    expect(statSync(join(dirname(entry), "mcp.cjs")).size).toBeLessThan(64 * 1024)
  })

  it("has nothing of yargs that makes a segmenter before any text is measured", () => {
    const bundle = readFileSync(join(dirname(entry), "main.cjs"), "utf8")
    expect(bundle.match(/new Intl\.Segmenter/g)).toHaveLength(1)
    expect(bundle).toContain("??=new Intl.Segmenter")
  })

  it("is plain ASCII, since it is read without being decoded", () => {
    expect(readFileSync(join(entry, "../main.cjs"), "latin1")).toMatch(/^[\0-\x7f]*$/)
  })

  it("makes no stream for what is short and goes into a pipe", () => {
    const streams = join(folder, "streams.cjs")
    writeFileSync(
      streams,
      'process.on("exit", () => require("node:fs").writeSync(2, process.moduleLoadList.join("\\n")))',
    )
    const env = { ...process.env, MAS_PROFILE: "mock", MAS_CONFIG_DIR: folder }
    const modules = (...argv: string[]) => {
      const { stdout, stderr } = spawnSync(process.execPath, ["-r", streams, ...argv], { encoding: "utf8", env })
      expect(stdout).toContain('"x"')
      return stderr.split("\n").filter((name) => /^NativeModule (net|zlib)$/.test(name))
    }
    expect(modules(entry, "lists", "create", "--name", "x", "--dry-run")).toEqual([])
    expect(modules("-e", "process.stdout.write('\"x\"')")).toEqual(["NativeModule net"])
  })

  it("keeps what was compiled in a folder of the user's own, and only for a command", () => {
    const keptIn = cacheFolder({ env: {}, platform: process.platform, home: folder })
    const run = (...argv: string[]) => {
      const env = { ...process.env, MAS_PROFILE: "mock", MAS_CONFIG_DIR: folder, HOME: folder, XDG_CACHE_HOME: "" }
      expect(spawnSync(process.execPath, [entry, ...argv], { env }).status).toBe(0)
    }
    run("--help")
    expect(existsSync(keptIn)).toBe(false)
    run("lists", "create", "--name", "x", "--dry-run")
    const [file = "", ...others] = readdirSync(keptIn)
    expect([file, others]).toEqual([expect.stringMatching(/^main-/), []])
    if (process.platform !== "win32")
      for (const path of [keptIn, join(keptIn, file)]) expect(statSync(path).mode & 0o077).toBe(0)
  })
})
