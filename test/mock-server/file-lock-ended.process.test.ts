import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Writable } from "node:stream"
import { expect, it, onTestFinished, vi } from "vitest"
import { takeLock } from "../../sdk/files/process-lock.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

it.runIf(process.platform === "linux")(
  "a lock of a process that has ended is free, though its parent did not notice",
  async () => {
    const lock = join(temporaryFolder(onTestFinished), "x.lock")
    // `sleep` takes the place of the shell, and never asks for the exit code of the process before.
    const parent = spawn("sh", ["-c", "(read -r _ <&3) & echo $!; exec sleep 600"], {
      stdio: ["ignore", "pipe", "inherit", "pipe"],
    })
    onTestFinished(() => void parent.kill("SIGKILL"))
    const [written] = await once(parent.stdout as NodeJS.ReadableStream, "data")
    const stat = (pid: unknown) => readFileSync(`/proc/${Number(pid)}/stat`, "utf8")
    await vi.waitUntil(() => stat(parent.pid).includes("(sleep)"))
    writeFileSync(lock, String(Number(written)))
    expect(takeLock(lock)).toEqual({ owner: Number(written) })
    const input = parent.stdio[3] as Writable
    input.end()
    await vi.waitUntil(() => stat(written).includes(") Z "))
    const lease = takeLock(lock)
    expect(lease).toHaveProperty("release")
    if ("release" in lease) lease.release()
  },
)
