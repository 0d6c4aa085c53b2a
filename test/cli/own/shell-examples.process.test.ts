import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { commandGroups } from "../../../scripts/generate/cli/commands.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { writeExampleFiles } from "../example-files.ts"
import { builtEntry } from "./terminal.ts"

const folder = temporaryFolder()
const config = join(folder, "config")
const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, MAS_CONFIG_DIR: config }
let url: string
beforeAll(() => {
  const script = join(folder, "mas")
  writeFileSync(script, `#!/bin/sh\nexec '${process.execPath}' '${builtEntry()}' "$@"\n`)
  chmodSync(script, 0o755)
  writeExampleFiles(folder)
  url = start()
})
afterEach(async () => {
  rmSync(join(config, "config.json"), { force: true })
  // An example may have stopped the server; otherwise the server is reset.
  const reset = await fetch(`${url}/_mock/reset`, { method: "POST" }).catch(() => undefined)
  if (reset?.ok) return
  await shell("mas mock stop --all")
  url = start()
})
afterAll(async () => {
  await shell("mas mock stop --all")
})

function start(): string {
  const words = ["mock", "start", "--detach", "--port", "0", "-o", "json"]
  return JSON.parse(execFileSync(join(folder, "mas"), words, { env, cwd: folder, encoding: "utf8", stdio: "pipe" })).url
}

interface Shown {
  readonly code: number | null
  readonly out: string
}

/** Runs a line in a shell with only folders set. A command that keeps running is ended once it is ready. */
async function shell(line: string): Promise<Shown> {
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
  isListener(line) || (last(line).includes("mas mock start") && !line.includes("--detach"))

const examples = commandGroups().flatMap(({ commands }) => commands.flatMap(({ examples: own = [] }) => own))

describe("an example in help, in a shell, on a fresh mock server without other settings", () => {
  it.each(examples)("runs: %s", async (example) => {
    // With another server in this folder it would have to select one of the two.
    if (example.startsWith("mas mock start")) await shell("mas mock stop --all")
    const { code, out } = await shell(example.replaceAll("http://127.0.0.1:4010", url))
    const isEnded = keepsRunning(example) && (code === 0 || code === 143 || code === null)
    expect({ out, code: isEnded ? 0 : code }).toEqual({ out: expect.not.stringContaining('{"error"'), code: 0 })
  })
})
