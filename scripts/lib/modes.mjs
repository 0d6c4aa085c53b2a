import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { root } from "./run.mjs"

const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** What a tarball holds besides dist. */
export const documents = ["README.md", "LICENSE", "package.json", ...files.filter((path) => !/^!?dist/.test(path))]

/** Lets everybody read what is packed: whose umask it was made with must not be in the tarball. */
export function evenModes() {
  for (const path of ["dist", ...documents]) setModes(join(root, path))
}

function setModes(path) {
  if (!existsSync(path)) return
  const found = statSync(path)
  chmodSync(path, found.mode & 0o100 ? 0o755 : 0o644)
  if (found.isDirectory()) for (const name of readdirSync(path)) setModes(join(path, name))
}
