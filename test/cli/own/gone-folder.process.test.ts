import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { builtEntry, terminalPlace } from "./terminal.ts"

const folder = temporaryFolder()
const place = terminalPlace()

/** A command in a folder that another program has removed meanwhile. */
async function inGoneFolder(...words: string[]) {
  const { url, apiKey } = place.server
  const script = 'rmdir "$PWD" && exec "$@"'
  const shell = spawn("sh", ["-c", script, "sh", process.execPath, builtEntry(), ...words], {
    cwd: mkdtempSync(join(folder, "gone-")),
    env: { PATH: process.env.PATH, HOME: folder, MAS_BASE_URL: url, MAS_API_KEY: apiKey },
  })
  let said = ""
  const take = (chunk: Buffer) => {
    said += chunk
  }
  shell.stdout.on("data", take)
  shell.stderr.on("data", take)
  const [code] = await once(shell, "close")
  return { code, said }
}

describe.skipIf(process.platform === "win32")("a command in a folder that is gone", () => {
  it("does what needs no folder, with flags too", async () => {
    expect(await inGoneFolder("lists", "list", "--quiet")).toEqual({ code: 0, said: "1\n" })
  })

  it("takes a whole path, and says of one from there on that nothing is there", async () => {
    const file = join(folder, "whole.csv")
    writeFileSync(file, "email\nada@example.test\n")
    const importOf = (path: string) =>
      inGoneFolder("imports", "create", "--resource", "contacts", "--file", path, "--quiet")
    expect(await importOf(file)).toEqual({ code: 0, said: expect.stringMatching(/^\d+\n$/) })
    const below = await importOf("whole.csv")
    expect([below.code, below.said]).toEqual([
      2,
      expect.stringContaining("--file: whole.csv cannot be read: there is no such file or folder"),
    ])
  })
})
