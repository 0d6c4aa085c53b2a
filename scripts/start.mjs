import { createRequire } from "node:module"
import { ensureBuilt } from "./lib/build.mjs"
import { ensureInstalled } from "./lib/install.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

/** Leaves stdout unchanged and prints the tour on stderr as soon as the server has printed its address. */
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
  process.argv = [process.execPath, entry, "mock", ...process.argv.slice(2)]
  createRequire(import.meta.url)(entry)
})

/** The next commands to try, for the server at `url`. */
function tour(url) {
  const isUsual = url === "http://127.0.0.1:4010"
  const mas = `npx mas-sdk --profile mock${isUsual ? "" : ` --base-url ${url}`}`
  return `
What to type next, in another terminal here:

  See what is there     ${mas} contacts list
  Send a message        ${mas} messages send
                        or in one line: --channel email --to delivered@simulator.test --subject Hello --body Hi
  See it delivered      curl -s ${url}/_mock/messages/1
  Watch webhooks live   ${mas} webhooks listen
  Move the clock        ${mas} mock advance 3d
  Without the CLI       curl -s ${url}/v1/my/account -H "Authorization: Bearer maskey_live_mock"
  In a browser          ${url}/_mock/
  Read about all of it  ${url}/docs/
  When something is off ${mas} doctor
  The whole tour        npm run demo

Ctrl-C stops the server. README.md has the same for code: SDK, tests, webhooks.
`
}
