import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { builtEntry, terminalSandbox } from "./terminal.ts"

const folder = temporaryFolder()
const sandbox = terminalSandbox()

/** Runs a command in a folder that another program has removed. */
async function inDeletedFolder(...words: string[]) {
  const { url, apiKey } = sandbox.server
  const script = 'rmdir "$PWD" && exec "$@"'
  const shell = spawn("sh", ["-c", script, "sh", process.execPath, builtEntry(), ...words], {
    cwd: mkdtempSync(join(folder, "gone-")),
    env: { PATH: process.env.PATH, HOME: folder, MAS_BASE_URL: url, MAS_API_KEY: apiKey },
  })
  let output = ""
  const take = (chunk: Buffer) => {
    output += chunk
  }
  shell.stdout.on("data", take)
  shell.stderr.on("data", take)
  const [code] = await once(shell, "close")
  return { code, output }
}

describe.skipIf(process.platform === "win32")("a command in a deleted folder", () => {
  it("works if it needs no folder, also with flags", async () => {
    expect(await inDeletedFolder("lists", "list", "--quiet")).toEqual({ code: 0, output: "1\n" })
  })

  it("accepts an absolute path, and reports a relative one as missing", async () => {
    const file = join(folder, "whole.csv")
    writeFileSync(file, "email\nada@example.test\n")
    const importOf = (path: string) =>
      inDeletedFolder("imports", "create", "--resource", "contacts", "--file", path, "--quiet")
    expect(await importOf(file)).toEqual({ code: 0, output: expect.stringMatching(/^\d+\n$/) })
    const below = await importOf("whole.csv")
    expect([below.code, below.output]).toEqual([
      2,
      expect.stringContaining("--file: whole.csv cannot be read: there is no such file or folder"),
    ])
  })
})
