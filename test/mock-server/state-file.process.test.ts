import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, StateFileError, startMockServer } from "../../mock-server/index.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

let folder: string
let state: string
beforeEach(() => {
  folder = temporaryFolder(onTestFinished)
  state = join(folder, "world.jsonl")
})

async function start(): Promise<MockServer> {
  const server = await startMockServer({ port: 0, clock: "frozen", state })
  onTestFinished(() => server.close().catch(() => {}))
  return server
}

describe.skipIf(process.platform === "win32")("the path of a state file", () => {
  it("is refused before it is read if there is a pipe", async () => {
    execFileSync("mkfifo", [state])
    const refusal = await start().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StateFileError)
    expect(String(refusal)).toContain("it is not a regular file")
    expect(readdirSync(folder)).toEqual(["world.jsonl"])
  })

  it("is refused at once if its lock is a pipe", async () => {
    execFileSync("mkfifo", [`${state}.lock`])
    await expect(start()).rejects.toThrow(/cannot be locked: .* is not a regular file/)
  })
})

it("the lock of a state file is taken over from a process that has ended", async () => {
  const ended = spawn(process.execPath, ["-e", ""])
  await once(ended, "exit")
  writeFileSync(`${state}.lock`, String(ended.pid))
  await (await start()).close()
  expect(readdirSync(folder)).toEqual(["world.jsonl"])
})
