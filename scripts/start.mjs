import { createRequire } from "node:module"
import { ensureBuilt } from "./lib/build.mjs"
import { ensureInstalled } from "./lib/install.mjs"
import { root } from "./lib/run.mjs"
import { tour } from "./lib/tour.mjs"

await ensureInstalled()
await ensureBuilt()

// The server runs in this process, so that signals and the exit code are its own. Its output passes untouched;
// the tour goes to stderr as soon as the server has said where it listens.
const write = process.stdout.write.bind(process.stdout)
let said = ""
process.stdout.write = (chunk, ...rest) => {
  said += chunk
  const url = /listening on (http:\/\/\S+)/.exec(said)?.[1]
  if (url) {
    process.stdout.write = write
    setImmediate(() => process.stderr.write(tour(url)))
  }
  return write(chunk, ...rest)
}

const entry = `${root}dist/cli/entry.cjs`
process.argv = [process.execPath, entry, "mock", "start", ...process.argv.slice(2)]
createRequire(import.meta.url)(entry)
