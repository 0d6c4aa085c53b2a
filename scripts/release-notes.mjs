import { readFileSync } from "node:fs"
import { join } from "node:path"
import { notesOf } from "./lib/changelog.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

const read = (path) => readFileSync(join(root, path), "utf8")

/** Prints the CHANGELOG.md section of the version in package.json. Fails without one, which stops the release. */
await runScript(() => console.log(notesOf(read("CHANGELOG.md"), JSON.parse(read("package.json")).version)))
