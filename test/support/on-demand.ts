import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { runNpm } from "../../scripts/lib/install.mjs"
import { cache, hashOf, withLock } from "../../scripts/lib/stamp.mjs"
import { readProjectFile, root } from "./files.ts"

/** Packages that slow tests install on demand: those of a folder's `package.json`. */
export class OnDemand {
  /** The folder with the committed versions, reused by later runs. */
  readonly folder: string
  readonly #home: string
  readonly #files: readonly string[]
  readonly #names: readonly string[]
  #installed: Promise<void> | undefined

  /** `isWhole` checks further requirements, such as the parts for this platform. */
  constructor(
    readonly name: string,
    readonly isWhole: (folder: string) => boolean = () => true,
  ) {
    this.#files = ["package.json", "package-lock.json"].map((file) => `test/${name}/${file}`)
    this.#names = Object.keys(JSON.parse(readProjectFile(`test/${name}/package.json`)).optionalDependencies)
    this.#home = join(cache, name)
    this.folder = join(this.#home, hashOf(this.#files))
  }

  /** Installs missing packages, once per process; returns the manifest next to the installed packages. */
  async manifest(): Promise<string> {
    this.#installed ??= this.#install()
    await this.#installed
    return join(this.folder, "package.json")
  }

  /** The folder of a package; undefined if it is unavailable. */
  async packageFolder(name: string): Promise<string | undefined> {
    await this.manifest()
    const found = join(this.folder, "node_modules", name)
    return existsSync(found) ? found : undefined
  }

  /**
   * All are optional dependencies: npm skips only the unavailable ones, and the next run tries again. Their scripts are
   * not run.
   */
  #install(): Promise<void> {
    return withLock(this.name, async () => {
      const { folder } = this
      const isThere = (name: string) => existsSync(join(folder, "node_modules", name))
      if (this.#names.every(isThere) && this.isWhole(folder)) return
      const fresh = existsSync(folder) ? folder : `${folder}.${process.pid}.tmp`
      if (fresh !== folder) rmSync(this.#home, { recursive: true, force: true })
      mkdirSync(fresh, { recursive: true })
      for (const file of this.#files) cpSync(join(root, file), join(fresh, basename(file)))
      // Not `npm ci`: it requires packages of other platforms in the lockfile, which the registry may lack.
      await runNpm(["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: fresh })
      if (fresh !== folder) renameSync(fresh, folder)
    })
  }
}
