import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ensureBuilt } from "./build.mjs"
import { runNpm } from "./install.mjs"
import { documents, evenModes } from "./modes.mjs"
import { cache, hashOf, withLock } from "./stamp.mjs"

const folder = join(cache, "pack")

/**
 * The tarball of the current sources, built and packed if necessary: its path, and the paths in it.
 * @returns {Promise<{ path: string, files: string[] }>}
 */
export async function packed() {
  await ensureBuilt()
  evenModes()
  return withLock("pack", async () => {
    const hash = hashOf(["dist/.stamp", ...documents])
    const home = join(folder, hash)
    const list = join(home, "files.json")
    if (!existsSync(list)) {
      const fresh = `${home}.${process.pid}.tmp`
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(fresh, { recursive: true })
      const args = ["pack", "--ignore-scripts", "--json", "--silent", "--pack-destination", fresh]
      const { code, output } = await runNpm(args)
      if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
      const [{ files }] = JSON.parse(output.slice(output.indexOf("[")))
      writeFileSync(join(fresh, "files.json"), JSON.stringify(files.map(({ path }) => path)))
      renameSync(fresh, home)
    }
    const name = readdirSync(home).find((file) => file.endsWith(".tgz"))
    return { path: join(home, name), files: JSON.parse(readFileSync(list, "utf8")) }
  })
}
