import { execFileSync } from "node:child_process"
import { shippedWithoutChangelog } from "./lib/changelog.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" })

/**
 * Fails if shipped files have changed since a commit and CHANGELOG.md has not, unless a commit message contains
 * `Changelog: none`.
 */
await runScript(() => {
  const [base = "origin/main"] = process.argv.slice(2)
  const unsaid = shippedWithoutChangelog(git("diff", "--name-only", `${base}...HEAD`).split("\n"))
  if (unsaid.length === 0 || /^Changelog: none$/m.test(git("log", "--format=%B", `${base}..HEAD`))) return
  throw new Error(
    `CHANGELOG.md has no entry for the changes in ${unsaid.join(", ")}. If no user can notice them, add to the commit message: Changelog: none`,
  )
})
