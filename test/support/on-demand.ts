import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { runNpm } from "../../scripts/lib/install.mjs"
import { cache, hashOf, withLock } from "../../scripts/lib/stamp.mjs"
import { readProjectFile, root } from "./files.ts"

const install = "install --no-package-lock --ignore-scripts --no-audit --no-fund --prefer-offline".split(" ")

/**
 * Packages that slow tests install on demand: those of a folder's `package.json`. Its versions are exact, and what they need was
 * published before the day that it names: the same on every machine, without a lockfile.
 */
export class OnDemand {
  /** The folder with the committed versions, reused by later runs. */
  readonly folder: string
  readonly #home: string
  readonly #file: string
  readonly #names: readonly string[]
  readonly #publishedBefore: string
  #installed: Promise<void> | undefined

  /** `isWhole` checks further requirements, such as the parts for this platform. */
  constructor(
    readonly name: string,
    readonly isWhole: (folder: string) => boolean = () => true,
  ) {
    this.#file = `test/${name}/package.json`
    const { config, optionalDependencies } = JSON.parse(readProjectFile(this.#file))
    this.#names = Object.keys(optionalDependencies)
    this.#publishedBefore = config.publishedBefore
    this.#home = join(cache, name)
    this.folder = join(this.#home, hashOf([this.#file]))
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
    const packageFolder = join(this.folder, "node_modules", name)
    return existsSync(packageFolder) ? packageFolder : undefined
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
      cpSync(join(root, this.#file), join(fresh, "package.json"))
      await runNpm([...install, `--before=${this.#publishedBefore}`], { cwd: fresh })
      if (fresh !== folder) renameSync(fresh, folder)
    })
  }
}
