import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { isInstalled } from "../../scripts/lib/install.mjs"
import { filesUnder, readProjectFile } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const lockedPackages = {
  "": { name: "mas-sdk" },
  "node_modules/undici": { version: "7.30.2", integrity: "sha512-a" },
  "node_modules/only-elsewhere": { version: "1.0.0", integrity: "sha512-b", optional: true },
}

let folder: string
const write = (path: string, packages: object) => writeFileSync(join(folder, path), JSON.stringify({ packages }))

beforeEach(() => {
  folder = temporaryFolder(onTestFinished)
  write("package-lock.json", lockedPackages)
})

describe("the check for installed packages", () => {
  it("reports missing node_modules on a fresh clone", () => {
    expect(isInstalled(folder)).toBe(false)
  })

  it("accepts the locked versions, without packages for other platforms", () => {
    mkdirSync(join(folder, "node_modules"))
    write("node_modules/.package-lock.json", { "node_modules/undici": lockedPackages["node_modules/undici"] })
    expect(isInstalled(folder)).toBe(true)
  })

  it.each([
    ["another version", { "node_modules/undici": { version: "7.30.1", integrity: "sha512-a" } }],
    ["other contents", { "node_modules/undici": { version: "7.30.2", integrity: "sha512-c" } }],
    ["a package missing", {}],
  ])("sees %s", (_, present) => {
    mkdirSync(join(folder, "node_modules"))
    write("node_modules/.package-lock.json", present)
    expect(isInstalled(folder)).toBe(false)
  })

  it("reports an unreadable lockfile", () => {
    writeFileSync(join(folder, "package-lock.json"), "<<<<<<< ours")
    expect(() => isInstalled(folder)).toThrow("package-lock.json")
  })
})

describe("packages that slow tests install on demand", () => {
  const manifests = filesUnder("test").filter((path) => path.endsWith("/package.json"))

  it.each(manifests)("are the same on every machine, without a lockfile: %s", (path) => {
    const { config, optionalDependencies } = JSON.parse(readProjectFile(path))
    expect(config.publishedBefore).toMatch(/^\d{4}-\d\d-\d\d$/)
    const versions: string[] = Object.values(optionalDependencies)
    expect(versions.filter((version) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))).toEqual([])
  })

  it("have no lockfile below test", () => {
    expect([manifests.length > 3, filesUnder("test").filter((path) => path.endsWith("package-lock.json"))]).toEqual([
      true,
      [],
    ])
  })
})
