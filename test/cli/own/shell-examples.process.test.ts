import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { commandGroups } from "../../../scripts/generate/cli/commands.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { lastCommand, runLine } from "../command-line.ts"
import { codeOfExample, writeExampleFiles } from "../example-files.ts"
import { Home, type Running } from "./run.ts"
import { builtEntry } from "./terminal.ts"

const programs = temporaryFolder()
/** The only settings are folders: commands find the mock server that runs. */
let home: Home
let server: Running
let url: string
beforeAll(async () => {
  const entry = builtEntry()
  const script = join(programs, "mas")
  writeFileSync(script, `#!/bin/sh\nexec '${process.execPath}' '${entry}' "$@"\n`)
  chmodSync(script, 0o755)
  home = new Home({}, undefined, createRequire(entry)("./main.cjs").main)
  writeExampleFiles(home.folder)
  server = home.start(["mock", "start", "--port", "0"])
  await server.stdout.until(/Dashboard/)
  url = /http:\S+/.exec(server.stdout.text)?.[0] ?? ""
})
afterEach(async () => {
  rmSync(join(home.folder, "config/config.json"), { force: true })
  await fetch(`${url}/_mock/reset`, { method: "POST" })
  // The templates of before the reset count as another account's.
  for (const file of ["templates.lock.json", ".base"])
    rmSync(join(home.folder, "templates", file), { recursive: true, force: true })
})
afterAll(async () => {
  server.interrupt()
  await server.ended
  home.remove()
})

interface Shown {
  readonly code: number | null
  readonly out: string
}

/** Runs a line in a shell with only folders set. A command that keeps running is ended once it is ready. */
async function shell(line: string, folder: string): Promise<Shown> {
  const env = { PATH: `${programs}:${process.env.PATH}`, HOME: folder, MAS_CONFIG_DIR: join(folder, "config") }
  // With stdin ignored, a command that serves stdin ends.
  const stdio = ["ignore", "pipe", "pipe"] as const
  const child: ChildProcess = spawn("sh", ["-c", line], { env, cwd: folder, detached: true, stdio: [...stdio] })
  let out = ""
  const collect = (data: Buffer) => {
    out += data
    if (isReady(line, out) && child.exitCode === null) process.kill(-(child.pid ?? 0), "SIGTERM")
  }
  child.stdout?.on("data", collect)
  child.stderr?.on("data", collect)
  const [code] = await once(child, "close")
  return { code, out }
}

/** Whether the last command of a line keeps running, and is ready. */
function isReady(line: string, out: string): boolean {
  return keepsRunning(line) && (isListener(line) ? /^Listening on/m : /listening on[\s\S]*Dashboard/).test(out)
}
const last = (line: string) => line.split("&&").at(-1) ?? ""
const isListener = (line: string) => last(line).includes("mas webhooks listen") && !line.includes("--print-secret")
const keepsRunning = (line: string) =>
  isListener(line) || (last(line).includes("mas mock --") && !line.includes("--detach"))

const examples = commandGroups().flatMap(({ commands }) =>
  commands.flatMap(({ examples: commandExamples = [] }) => commandExamples),
)
const isStart = (example: string) => example.startsWith("mas mock --")
const others = examples.filter((example) => !isStart(example))

describe("an example in help, without other settings", () => {
  it.each(others)("runs in the built command line, on a fresh mock server: %s", async (example) => {
    await runLine(example.replaceAll("http://127.0.0.1:4010", url), async (argv, stdin) => {
      const { code, out, err } = await home.run(argv, { stdin })
      const expectedCode = codeOfExample(example)
      expect([argv, code]).toEqual([argv, expectedCode])
      // What nothing waits for is not found, and only that is an error of an example.
      const errors = /"code":"(\w+)"/.exec(err)?.[1]
      const errorAt: Readonly<Record<number, string>> = { 4: "item_not_found", 10: "nothing_found" }
      expect([argv, errors]).toEqual([argv, errorAt[expectedCode]])
      return out
    })
  })

  it("has the same words and the same stdin in a shell as in these tests", () => {
    const read = join(programs, "read")
    // Each command adds what it was given; the last one of an example is the one that is shown.
    const mas = `mas() { { printf '%s\\0' "$@"; cat; printf '\\1'; } >> '${read}'; echo 1; }`
    const lines = examples.map((example) => `{ ${example}; } </dev/null >/dev/null\nprintf '\\2' >> '${read}'`)
    execFileSync("sh", ["-c", [mas, ...lines].join("\n")], { cwd: home.folder })
    const recordedCalls = readFileSync(read, "utf8")
      .split("\u0002")
      .slice(0, -1)
      .map((record) => record.split("\u0001").at(-2)?.split("\0"))
    expect(recordedCalls).toEqual(examples.map(lastCommand).map(({ argv, stdin }) => [...argv, stdin]))
  })

  it.each([/^mas account/, /^printf/, /&&/, /"\$\(mas/, /"\$\(printf/, /'\*/, /'\{/])(
    "runs in a shell, on a fresh mock server: the first like %s",
    async (kind) => {
      const example = others.find((other) => kind.test(other) && codeOfExample(other) === 0)
      if (example === undefined) throw new Error(`No example is like ${kind}`)
      expect(await shell(example, home.folder)).toEqual({ out: expect.not.stringContaining('{"error"'), code: 0 })
    },
  )

  // With another server in this folder, a command after it would have to select one of the two.
  it.each(examples.filter(isStart))("runs in a shell, where no server runs: %s", async (example) => {
    const folder = temporaryFolder(onTestFinished)
    const { code, out } = await shell(example, folder)
    if (example.includes("--detach")) await shell("mas mock stop --all", folder)
    const isEnded = keepsRunning(example) && (code === 0 || code === 143 || code === null)
    expect({ out, code: isEnded ? 0 : code }).toEqual({ out: expect.not.stringContaining('{"error"'), code: 0 })
  })
})
