import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { root } from "./run.mjs"

const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** The files in the tarball besides dist. */
export const documents = ["README.md", "LICENSE", "package.json", ...files.filter((path) => !/^!|^dist/.test(path))]

/** Makes packed files readable for all users, so that the tarball does not depend on the umask. */
export function evenModes() {
  const packed = ["dist", ...documents].filter((path) => existsSync(join(root, path)))
  const inside = readdirSync(join(root, "dist"), { recursive: true }).map((path) => join("dist", path))
  for (const path of [...packed, ...inside]) {
    const { mode } = statSync(join(root, path))
    chmodSync(join(root, path), mode & 0o100 ? 0o755 : 0o644)
  }
}
