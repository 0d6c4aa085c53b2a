import { spawn } from "node:child_process"
import { once } from "node:events"
import { request } from "node:http"
import { fileURLToPath } from "node:url"

/** CPU from process start to the mock server's first response, over that of an empty Node process: required, and imported. */

const reach = 130
const rounds = 15

// Reading extra certificates would be part of every start.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
const firstResponse = fileURLToPath(new URL("support/first-response.cjs", import.meta.url))
const nothing = ["-e", "process.stdout.write(JSON.stringify(process.cpuUsage()))"]

/**
 * Milliseconds of CPU that a Node process with these arguments reports; `meanwhile` receives the address that it prints
 * first.
 */
async function cpu(args: readonly string[], meanwhile?: (url: string) => Promise<void>): Promise<number> {
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] })
  let text = ""
  child.stdout.setEncoding("utf8")
  for await (const piece of child.stdout) {
    text += piece
    const end = text.indexOf("\n")
    if (meanwhile === undefined || end < 0) continue
    await meanwhile(text.slice(0, end))
    text = text.slice(end + 1)
    child.stdin.end()
  }
  if (child.exitCode === null) await once(child, "exit")
  const { user, system } = JSON.parse(text)
  return (user + system) / 1_000
}

const ask = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { authorization: "Bearer maskey_live_mock" }
    request(`${url}/v1/my/account`, { headers, agent: false }, (response) => {
      response.resume().on("end", resolve)
      if (response.statusCode !== 200) reject(new Error(`The first response is ${response.statusCode}`))
    })
      .on("error", reject)
      .end()
  })

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

const more = { require: [] as number[], import: [] as number[] }
for (let round = 0; round < rounds; round++) {
  const floor = await cpu(nothing)
  for (const way of ["require", "import"] as const) more[way].push((await cpu([firstResponse, way], ask)) - floor)
}
const measured = median(more.require)
const imported = `${median(more.import).toFixed(0)} ms where it is imported, which starts Node's loader of ES modules, too`
console.log(
  `from start to first answer: ${measured.toFixed(0)} ms of CPU more than node -e 0 (reach ${reach} ms); ${imported}`,
)
if (measured > reach) process.exitCode = 1
