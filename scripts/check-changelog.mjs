import { execFileSync } from "node:child_process"
import { unsaidAmong } from "./lib/changelog.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" })

/** Fails where what ships has changed since a commit and CHANGELOG.md has not, unless a message says `Changelog: none`. */
await runScript(() => {
  const [base = "origin/main"] = process.argv.slice(2)
  const unsaid = unsaidAmong(git("diff", "--name-only", `${base}...HEAD`).split("\n"))
  if (unsaid.length === 0 || /^Changelog: none$/m.test(git("log", "--format=%B", `${base}..HEAD`))) return
  throw new Error(
    `CHANGELOG.md says nothing of what changed in ${unsaid.join(", ")}. Where no user can notice it, a commit message says so: Changelog: none`,
  )
})
