import { appendFileSync, chmodSync, cpSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { listedPackages } from "../../scripts/lib/audit.mjs"
import { ensureBuilt } from "../../scripts/lib/build.mjs"
import { runNpm } from "../../scripts/lib/install.mjs"
import { root } from "../support/files.ts"
import { ProjectCopy } from "../support/project-copy.ts"
import { differingFiles, filesWith } from "../support/same-files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const dist = join(root, "dist")
let copy: ProjectCopy

beforeAll(async () => {
  await ensureBuilt()
  copy = new ProjectCopy(listedPackages(dist).map(({ name }) => name))
  vi.stubEnv(
    "NODE_OPTIONS",
    `--import ${new URL("../support/read-backwards.mjs", import.meta.url)} --import ${new URL("../support/own-umask.mjs", import.meta.url)}`,
  )
  vi.stubEnv("TZ", "Asia/Kathmandu")
  chmodSync(join(copy.folder, "README.md"), 0o600)
  const { code, output } = await copy.build()
  expect(code, output).toBe(0)
})
afterAll(() => {
  vi.unstubAllEnvs()
  copy.remove()
})

describe("two builds", () => {
  it("have identical files, whatever the folder and the order of reads", () => {
    expect(differingFiles(dist, join(copy.folder, "dist"))).toEqual([])
  })

  it("are packed into identical tarballs, whatever the umask and the time zone", async () => {
    const hashOf = async (cwd: string) => {
      const { output } = await runNpm(["pack", "--dry-run", "--ignore-scripts", "--json", "--silent"], { cwd })
      const [{ integrity }] = JSON.parse(output.slice(output.indexOf("[")))
      return integrity
    }
    const hash = await hashOf(root)
    expect(hash).toMatch(/^sha512-/)
    expect(await hashOf(copy.folder)).toBe(hash)
  })

  it("do not contain the path of their folder", () => {
    for (const folder of [root, copy.folder]) expect(filesWith(join(folder, "dist"), folder)).toEqual([])
  })
})

describe("the comparison", () => {
  it("reports a changed, a missing and an additional file", () => {
    const folder = temporaryFolder(onTestFinished)
    cpSync(dist, folder, { recursive: true })
    expect(differingFiles(dist, folder)).toEqual([])
    appendFileSync(join(folder, "cli/main.cjs"), "\n")
    rmSync(join(folder, "index.d.cts"))
    writeFileSync(join(folder, "more.js"), "")
    expect(differingFiles(dist, folder)).toEqual(["cli/main.cjs", "index.d.cts", "more.js"])
    writeFileSync(join(folder, "more.js"), `// ${folder}/index.js`)
    expect(filesWith(folder, folder)).toEqual(["more.js"])
  })
})
