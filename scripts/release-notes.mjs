import { readFileSync } from "node:fs"
import { join } from "node:path"
import { notesOf } from "./lib/changelog.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

const read = (path) => readFileSync(join(root, path), "utf8")

/** Prints what the version in package.json brings, as CHANGELOG.md says; without that there is no release. */
await runScript(() => console.log(notesOf(read("CHANGELOG.md"), JSON.parse(read("package.json")).version)))
