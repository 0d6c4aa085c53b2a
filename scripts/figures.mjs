import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { ensureBuilt } from "./lib/build.mjs"
import { runScript } from "./lib/report.mjs"
import { root } from "./lib/run.mjs"

// Usage: npm run figures. Measures the mock server on this machine, and writes the three figures of README.md. Linux only: it reads /proc.

const rounds = 5

/** Seconds from the start of `mas mock` to its first response, and its MiB a second later. */
async function measure() {
  const begin = performance.now()
  const child = spawn(process.execPath, [`${root}dist/cli/entry.cjs`, "mock", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  let text = ""
  for await (const piece of child.stdout) {
    text += piece
    if (text.includes("Dashboard:")) break
  }
  const [, url] = /listening on (\S+)/.exec(text) ?? []
  const { ok } = await fetch(`${url}/v1/my/account`, { headers: { authorization: "Bearer maskey_live_mock" } })
  if (!ok) throw new Error("The mock server refused its own key")
  const seconds = (performance.now() - begin) / 1_000
  await pause(1_000)
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? []
  child.kill("SIGTERM")
  await once(child, "close")
  return { seconds, mebibytes: Number(kibibytes) / 1_024 }
}

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1]

await runScript(async () => {
  await ensureBuilt()
  const rows = []
  for (let round = 0; round < rounds; round++) rows.push(await measure())
  const seconds = median(rows.map((row) => row.seconds))
  const mebibytes = median(rows.map((row) => row.mebibytes))
  const rules = JSON.parse(readFileSync(`${root}scripts/generate/rules.json`, "utf8"))
  const count = Array.isArray(rules) ? rules.length : Object.values(rules).flatMap((part) => Object.keys(part)).length
  const line = `It answers **${seconds.toFixed(1)} s** after the command, takes **${Math.round(mebibytes)} MiB** at rest, and keeps **${count} rules** of the service's specification, each proven by tests.`
  const path = `${root}README.md`
  writeFileSync(path, readFileSync(path, "utf8").replace(/^It answers \*\*.*$/m, line))
  console.log(line)
})
