/**
 * CPU time of the built command line's commands over that of `node -e 0`: medians, measured in turns, with output to
 * pipes. For comparison it prints ratios of other command lines, measured on another machine.
 *
 *     npm run bench -- cli-start
 */
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** The built mock server, typed by its source, so that types can be checked without a build. */
const built: typeof import("../mock-server/index.ts") = await import(
  new URL("../dist/mock-server/mock-server.js", import.meta.url).href
)
const { startMockServer } = built

const rounds = 41
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const entry = path("../dist/cli/entry.cjs")

const server = await startMockServer({ port: 0 })
await server.world.contacts.fill({ count: 1_000 })
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env
const env = { ...inherited, MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey, MAS_CONFIG_DIR: path("nowhere") }

const send = [
  "messages",
  "send",
  "--channel",
  "email",
  "--to",
  "ada@example.test",
  "--subject",
  "Hi",
  "--body",
  "Hello",
]
const cases: readonly { readonly name: string; readonly args: readonly string[]; readonly reach?: number }[] = [
  { name: "node -e 0", args: ["-e", "0"] },
  { name: "--version", args: [entry, "--version"], reach: 1.35 },
  { name: "--help", args: [entry, "--help"], reach: 1.4 },
  { name: "messages send --help", args: [entry, "messages", "send", "--help"], reach: 1.45 },
  { name: "completion of a flag", args: [entry, "__complete", "messages", "send", "--"], reach: 1.4 },
  { name: "a dry run", args: [entry, ...send, "--dry-run"], reach: 2.6 },
  { name: "contacts list", args: [entry, "contacts", "list"], reach: 2.8 },
]

/** Milliseconds of CPU from the start of a process to its end. */
function measure(args: readonly string[]): Promise<number> {
  const preload = ["-r", path("support/cpu-at-exit.cjs")]
  const child = spawn(process.execPath, [...preload, ...args], { env, stdio: ["ignore", "pipe", "pipe", "pipe"] })
  let time = ""
  let said = ""
  child.stdout?.resume()
  child.stderr?.on("data", (chunk) => {
    said += chunk
  })
  child.stdio[3]?.on("data", (chunk) => {
    time += chunk
  })
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) =>
      code === 0 ? resolve(Number(time) / 1000) : reject(new Error(`${args.join(" ")}: ${said}`)),
    )
  })
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
for (let round = -3; round < rounds; round += 1) {
  for (const { name, args } of cases) {
    const time = await measure(args)
    if (round >= 0) times.get(name)?.push(time)
  }
}
await server.close()

const floor = median(times.get("node -e 0") ?? [])
for (const { name, reach } of cases) {
  const time = median(times.get(name) ?? [])
  const ratio = time / floor
  const verdict = reach === undefined ? "" : `of at most ${reach.toFixed(2)}${ratio > reach ? "  MISSED" : ""}`
  console.log(`${name.padEnd(22)} ${time.toFixed(1).padStart(6)} ms  ${ratio.toFixed(2).padStart(5)}  ${verdict}`)
  if (reach !== undefined && ratio > reach) process.exitCode = 1
}
console.log("others, over a bare node: gh 2.0, resend 2.9, stripe 4.7, wrangler 34")
