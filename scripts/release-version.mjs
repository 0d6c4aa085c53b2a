import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { versionAfter, withVersion } from "./lib/changelog.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

const edit = (path, change) => writeFileSync(join(root, path), change(readFileSync(join(root, path), "utf8")))

/** References to a version in the project's files. */
const pinned = /(mas-sdk@|mas-sdk\.git#v|mas-mock:|mas-sdk-)\d+\.\d+\.\d+/g

/** Releases the changes under [Unreleased]: writes the new version into every file that names it, and prints it. */
await runScript(() => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8")
  const next = versionAfter(changelog, version)
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(join(root, "CHANGELOG.md"), withVersion(changelog, next, today))
  edit("sdk/base/version.ts", (text) => text.replace(version, next))
  edit("package.json", (text) => text.replace(`"version": "${version}"`, `"version": "${next}"`))
  edit("server.json", (text) => text.replaceAll(`"version": "${version}"`, `"version": "${next}"`))
  for (const file of ["Dockerfile", "examples/compose.yaml", "docs/guides/containers-and-ci.md", "README.md"])
    edit(file, (text) => text.replaceAll(pinned, (_, before) => `${before}${next}`))
  for (const name of readdirSync(join(root, "examples"))) {
    const file = `examples/${name}/package.json`
    if (existsSync(join(root, file))) edit(file, (text) => text.replace(/(?<="mas-sdk": "\^)[^"]+/, next))
  }
  edit("package-lock.json", (text) => {
    const lock = JSON.parse(text)
    lock.version = next
    lock.packages[""].version = next
    return `${JSON.stringify(lock, null, 2)}\n`
  })
  console.log(next)
})
