import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { fileURLToPath } from "node:url"

/** Speed and memory of `mas contacts import` with a service's export, over a process that only reads the bytes. */

const rows = 3_000_000
const number = (value: number, digits = 0) => value.toLocaleString("en-US", { maximumFractionDigits: digits })
const entry = fileURLToPath(new URL("../dist/cli/entry.cjs", import.meta.url))
const preload = fileURLToPath(new URL("support/usage-at-exit.cjs", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "mas-bench-"))

/** A shop's export: quoted names, a status, custom columns. */
function* csv(): Generator<string> {
  yield "E-mail Address,First Name,Last Name,Email Marketing Status,Total Spent,Tags,Note\n"
  for (let row = 0; row < rows; ) {
    let text = ""
    for (const end = Math.min(rows, row + 2_000); row < end; row++) {
      text += `customer${row}@example.test,Ada,"Lovelace, ${row % 1_000}",subscribed,${row % 500}.50,"vip, spring","says ""hello"""\n`
    }
    yield text
  }
}

interface Usage {
  /** Microseconds. */
  readonly cpu: number
  /** Peak memory in bytes. */
  readonly memory: number
}

/** Runs a program with the file on its stdin; returns CPU time and memory. */
async function take(args: readonly string[]): Promise<Usage> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    MAS_CONFIG_DIR: folder,
    MAS_BASE_URL: "http://127.0.0.1:1",
    MAS_API_KEY: "k",
  }
  const child = spawn(process.execPath, ["--require", preload, ...args], {
    env,
    stdio: ["pipe", "ignore", "ignore", "pipe"],
  })
  let told = ""
  child.stdio[3]?.on("data", (data) => {
    told += data
  })
  const ended = once(child, "close")
  if (child.stdin) await pipeline(Readable.from(csv()), child.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`It ended with ${code}`)
  return JSON.parse(told)
}

try {
  const bytes = [...csv()].reduce((sum, text) => sum + text.length, 0)
  const floor = await take(["-e", "process.stdin.resume()"])
  const came = await take([entry, "contacts", "import", "-", "--dry-run"])
  const seconds = (came.cpu - floor.cpu) / 1_000_000
  console.log(`${number(rows)} rows, ${number(bytes / 2 ** 20)} MiB`)
  console.log(
    `reading: ${number(rows / seconds)} rows/s of CPU, ${number(came.cpu / floor.cpu, 1)} times that of taking the bytes alone`,
  )
  console.log(
    `memory: ${number(came.memory / 2 ** 20)} MiB at most; a process that takes the bytes alone ${number(floor.memory / 2 ** 20)} MiB`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
