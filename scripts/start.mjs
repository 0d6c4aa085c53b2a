import { createRequire } from "node:module"
import { ensureBuilt } from "./lib/build.mjs"
import { ensureInstalled } from "./lib/install.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"
import { tour } from "./lib/tour.mjs"

/** Lets stdout pass untouched; prints the tour on stderr as soon as the server has said where it listens. */
function showTourWhenReady() {
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
}

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  showTourWhenReady()
  // The command runs in this process, so that signals and the exit code are its own.
  const entry = `${root}dist/cli/entry.cjs`
  const given = process.argv.slice(2)
  // What a newcomer tries first is a receiver of their own, on this machine.
  if (!given.some((flag) => /^--(no-)?allow-local-webhooks/.test(flag))) given.push("--allow-local-webhooks")
  // Its clock is the real one, whatever the tour does to the world's.
  if (!given.some((flag) => /^--sign-with/.test(flag))) given.push("--sign-with", "real")
  process.argv = [process.execPath, entry, "mock", "start", ...given]
  createRequire(import.meta.url)(entry)
})
