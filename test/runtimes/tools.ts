import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { runNpm } from "../../scripts/lib/install.mjs"
import { cache, hashOf, withLock } from "../../scripts/lib/stamp.mjs"
import { readProjectFile, root } from "../support/files.ts"

const files = ["test/runtimes/package.json", "test/runtimes/package-lock.json"]
const names = Object.keys(JSON.parse(readProjectFile("test/runtimes/package.json")).optionalDependencies)

const home = join(cache, "runtimes")
/** Where the committed versions are, also for later runs. */
const folder = join(home, hashOf(files))

/** Where the packages of runtimes, one for each platform, have their programs. */
const programs = {
  bun: { scope: "@oven", path: "bin/bun" },
  deno: { scope: "@deno", path: "deno" },
  workerd: { scope: "@cloudflare", path: "bin/workerd" },
}

/** The program of a runtime for this machine, where it is installed. */
function installedProgram({ scope, path }: { scope: string; path: string }): string | undefined {
  const packages = join(folder, "node_modules", scope)
  const ending = process.platform === "win32" ? ".exe" : ""
  const found = existsSync(packages) ? readdirSync(packages) : []
  return found.map((one) => join(packages, one, path + ending)).find((one) => existsSync(one))
}

const isComplete = () =>
  names.every((name) => existsSync(join(folder, "node_modules", name))) &&
  Object.values(programs).every(installedProgram)

/**
 * Installs bundlers, runtimes and runners. All are optional dependencies: one that cannot be had is left out, nothing else, and
 * asked for again by the next run. No script of theirs is run.
 */
const install = () =>
  withLock("runtimes", async () => {
    if (isComplete()) return
    const fresh = existsSync(folder) ? folder : `${folder}.${process.pid}.tmp`
    if (fresh !== folder) rmSync(home, { recursive: true, force: true })
    mkdirSync(fresh, { recursive: true })
    for (const file of files) cpSync(join(root, file), join(fresh, basename(file)))
    // Not `npm ci`: that wants the lock to name packages of other platforms, which the registry at hand may lack.
    await runNpm(["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: fresh })
    if (fresh !== folder) renameSync(fresh, folder)
  })

let installed: Promise<void> | undefined

/** Installs what is missing, once a process; the manifest beside what could be had. */
export async function toolsManifest(): Promise<string> {
  installed ??= install()
  await installed
  return join(folder, "package.json")
}

/** The folder of a tool that is installed on demand; undefined where it cannot be had. */
export async function toolFolder(name: string): Promise<string | undefined> {
  await toolsManifest()
  const found = join(folder, "node_modules", name)
  return existsSync(found) ? found : undefined
}

/** The program of a runtime for this machine; undefined where it cannot be had. */
export async function toolProgram(name: keyof typeof programs): Promise<string | undefined> {
  await toolsManifest()
  return installedProgram(programs[name])
}
