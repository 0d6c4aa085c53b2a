import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { builtEntry } from "./own/terminal.ts"

const folder = temporaryFolder()
let entry: string
let service: MockServer
/** Writes to stderr once stdin is read. */
const reading = join(folder, "reading.cjs")
/** Accepts requests and never responds. */
let silent: Server
let silentUrl: string
beforeAll(async () => {
  entry = builtEntry()
  writeFileSync(
    reading,
    'process.stdin.once("newListener", () => setImmediate(() => process.stderr.write("reading\\n")))',
  )
  service = await startMockServer({ port: 0 })
  await service.world.contacts.fill({ count: 20_000 })
  silent = createServer(() => silent.emit("asked"))
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
  silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await service.close()
})

function start(
  args: readonly string[],
  {
    node = [] as readonly string[],
    url = service.url,
    stdout = "pipe" as "pipe" | number,
    stdin = "ignore" as "ignore" | "pipe",
  } = {},
) {
  const env = { PATH: process.env.PATH, MAS_CONFIG_DIR: folder, MAS_BASE_URL: url, MAS_API_KEY: service.apiKey }
  const child = spawn(process.execPath, [...node, entry, ...args], {
    cwd: folder,
    env,
    stdio: [stdin, stdout, "pipe"],
  })
  let err = ""
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    err += text
  })
  return { child, ended: once(child, "close").then(([code, signal]) => ({ code, signal, err })) }
}

describe("a closed pipe", () => {
  it.each([["json"], ["ndjson"], ["csv"], ["table"]])("ends a list silently, as %s", async (format) => {
    const { child, ended } = start(["contacts", "list", "--all", "-o", format])
    child.stdout?.once("data", () => child.stdout?.destroy())
    // Progress may have been printed before.
    expect(await ended).toEqual({ code: 0, signal: null, err: expect.stringMatching(/^(contacts list[,:] .*\n)*$/) })
  })

  it.each([[["--help"]], [["--version"]], [["completion", "bash"]], [["contacts", "list"]]])(
    "ends %j silently",
    async (args) => {
      const { child, ended } = start(args)
      child.stdout?.destroy()
      expect(await ended).toEqual({ code: 0, signal: null, err: "" })
    },
  )
})

describe("a day that breaks", () => {
  const day = join(folder, "day.mjs")
  beforeAll(() =>
    writeFileSync(
      day,
      'export default async (day) => day.always("broken", () => false)\nexport const options = { for: "1h" }',
    ),
  )

  it("fails though nobody reads its progress", async () => {
    const { child, ended } = start(["simulate", day, "--runs", "3"])
    child.stderr?.destroy()
    expect((await ended).code).toBe(1)
  })

  it("is no success when the reader of its result goes", async () => {
    const { child, ended } = start(["simulate", day, "--runs", "3"])
    child.stdout?.destroy()
    child.stderr?.destroy()
    expect((await ended).code).toBe(1)
  })
})

describe("a list of any length", () => {
  it("needs no more memory than a page, however slow its reader is", async () => {
    const { child, ended } = start(["contacts", "list", "--all"], { node: ["--max-old-space-size=20"] })
    let text = ""
    for await (const chunk of child.stdout ?? []) text += chunk
    expect(await ended).toMatchObject({ code: 0 })
    expect(JSON.parse(text)).toHaveLength(20_003)
  })

  it("can go to a file", async () => {
    const file = openSync(join(folder, "contacts.csv"), "w")
    expect(await start(["contacts", "list", "-o", "csv"], { stdout: file }).ended).toMatchObject({
      code: 0,
      err: "30 of 20,003: --all for the rest\n",
    })
    closeSync(file)
  })
})

describe("a signal", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s ends a hanging request, with %i", async (signal, expected) => {
    const request = once(silent, "asked")
    const { child, ended } = start(["account", "get"], { url: silentUrl })
    await request
    child.kill(signal)
    const { code, err } = await ended
    expect([code, JSON.parse(err).error.code]).toEqual([expected, "interrupted"])
  })

  it.each([
    ["SIGINT", 130, ["lists", "create", "--input", "-"]],
    ["SIGTERM", 143, ["lists", "create", "--input", "-"]],
    ["SIGTERM", 143, ["imports", "create", "--resource", "contacts", "--file", "-"]],
    ["SIGINT", 130, ["account", "get", "--api-key", "-"]],
    ["SIGTERM", 143, ["account", "get", "--api-key", "-"]],
  ] as const)("%s ends a command that reads stdin at once, with %i: %j", async (signal, expected, args) => {
    const { child, ended } = start(args, { stdin: "pipe", node: ["-r", reading] })
    await once(child.stderr ?? child, "data")
    child.kill(signal)
    const { code, err } = await ended
    expect([code, JSON.parse(err.split("\n")[1] ?? "").error.code]).toEqual([expected, "interrupted"])
  })

  it("is not needed to end the read of a line if stdin stays open", async () => {
    const { child, ended } = start(["account", "get", "--api-key", "-"], { stdin: "pipe" })
    child.stdin?.write(`${service.apiKey}\n`)
    expect(await ended).toMatchObject({ code: 0 })
  })
})

describe("a file to upload", () => {
  const csv = "printf 'email\\nfrom-a-pipe@example.test\\n'"
  it.each([
    ["a process substitution", `"$@" --file <(${csv})`],
    ["/dev/stdin", `${csv} | "$@" --file /dev/stdin`],
    ["/dev/stdin of a file", `${csv} > rows.csv; "$@" --file /dev/stdin < rows.csv`],
    ["a FIFO", `mkfifo rows.fifo; ${csv} > rows.fifo & "$@" --file rows.fifo`],
  ])("may be %s", async (_, line) => {
    const mas = [process.execPath, entry, "imports", "create", "--resource", "contacts", "--wait", "-o", "json"]
    const env = {
      PATH: process.env.PATH,
      MAS_CONFIG_DIR: folder,
      MAS_BASE_URL: service.url,
      MAS_API_KEY: service.apiKey,
    }
    const child = spawn("bash", ["-c", line, "bash", ...mas], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    })
    let out = ""
    child.stdout.on("data", (data) => {
      out += data
    })
    expect(await once(child, "close")).toEqual([0, null])
    expect(JSON.parse(out)).toMatchObject({ status: "complete", success_rows: 1 })
  })
})
