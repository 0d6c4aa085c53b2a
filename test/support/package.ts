import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { readProjectFile, root } from "./files.ts"

/** The import names of the package's entries: `mas-sdk`, `mas-sdk/webhooks` and so on. */
export const packageEntries: readonly string[] = Object.keys(JSON.parse(readProjectFile("package.json")).exports)
  .filter((name) => name !== "./package.json")
  .map((name) => name.replace(".", "mas-sdk"))

/** A new project with the packed tarball unpacked into its node_modules, as after an install. */
export interface PackedProject {
  readonly folder: string
  /** The files in the tarball. */
  readonly files: readonly string[]
  /** Runs a module in the project and returns its output; throws with its stderr when it fails. */
  run(format: "esm" | "cjs", code: string, options?: { env?: Record<string, string> }): string
  remove(): void
}

interface Tarball {
  readonly path: string
  readonly files: readonly string[]
}

let tarball: Tarball | undefined

/** Builds and packs if stale, once per worker. */
function packOnce(): Tarball {
  tarball ??= packNow()
  return tarball
}

function packNow(): Tarball {
  const program = `import("${pathToFileURL(join(root, "scripts/lib/pack.mjs"))}").then(async ({ packed }) => console.log(JSON.stringify(await packed())))`
  return JSON.parse(execFileSync(process.execPath, ["-e", program], { encoding: "utf8", stdio: "pipe" }))
}

/** Builds and packs if stale, and unpacks, without network. `dependencies` are our packages that are linked into the project. */
export function packProject(dependencies: readonly string[]): PackedProject {
  const folder = mkdtempSync(join(tmpdir(), "mas-sdk-consumer-"))
  const { path, files } = packOnce()
  const home = join(folder, "node_modules/mas-sdk")
  mkdirSync(home, { recursive: true })
  execFileSync("tar", ["-xzf", path, "-C", home, "--strip-components=1"])
  for (const name of dependencies) {
    const link = join(folder, "node_modules", name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, "node_modules", name), link, "junction")
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true }))

  return {
    folder,
    files,
    run(format, code, { env = {} } = {}) {
      const file = join(folder, format === "esm" ? "program.mjs" : "program.cjs")
      writeFileSync(file, code)
      const options = { cwd: folder, encoding: "utf8", env: { ...process.env, ...env } } as const
      const { status, stdout, stderr } = spawnSync(process.execPath, [file], options)
      if (status !== 0) throw new Error(`The program ended with ${status}:\n${stderr}`)
      return stdout
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
