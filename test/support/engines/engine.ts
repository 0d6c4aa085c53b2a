import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process"
import { chownSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { lineOf } from "../example.ts"

/** A real server on loopback with its own data folder. */
export interface Engine {
  /** The address for clients. It stays the same over restarts. */
  readonly url: string
  /** Starts it again after `kill`, on the same port and folder. Resolves when it accepts connections. */
  start(): Promise<void>
  /** Ends it with SIGKILL, like a crash. */
  kill(): Promise<void>
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

export interface EngineProgram {
  readonly program: string
  readonly args: readonly string[]
  readonly url: string
  readonly folder: EngineFolder
  /** Its output when it accepts connections. */
  readonly ready: RegExp
}

/** A temporary folder and its owner. */
export interface EngineFolder {
  readonly path: string
  readonly owner: Pick<SpawnOptions, "uid" | "gid">
}

/** Creates a folder. As root, it is owned by `user` if given, because some servers refuse to run as root. */
export function makeFolder(name: string, user?: string): EngineFolder {
  const path = mkdtempSync(join(tmpdir(), `mas-${name}-`))
  if (user === undefined || process.getuid?.() !== 0) return { path, owner: {} }
  const idOf = (flag: string) => Number(execFileSync("id", [flag, user], { encoding: "utf8" }))
  const [uid, gid] = [idOf("-u"), idOf("-g")]
  chownSync(path, uid, gid)
  return { path, owner: { uid, gid } }
}

/** Maximum attempts to start: after a crash, a server's children may hold its memory or port for a moment. */
const tries = 100

/** Ends a server when this process ends for any reason: then the guard's input is closed. */
function guard({ pid }: ChildProcess): ChildProcess {
  return spawn("sh", ["-c", "read _; kill -9 $0", `${pid}`], { stdio: ["pipe", "ignore", "ignore"] })
}

/** Starts a server; it ends with this process at the latest. */
export async function startEngine({ program, args, url, folder, ready }: EngineProgram): Promise<Engine> {
  let running: ChildProcess | undefined
  let guarding: ChildProcess | undefined

  async function start() {
    for (let triesLeft = tries; ; triesLeft--) {
      running = spawn(program, args, { cwd: folder.path, ...folder.owner, stdio: ["ignore", "pipe", "pipe"] })
      guarding = guard(running)
      try {
        await lineOf(running, ready)
        return
      } catch (error) {
        guarding.kill("SIGKILL")
        if (triesLeft === 0) throw error
        await setTimeout(50)
      }
    }
  }
  async function kill() {
    const ending = running
    if (ending === undefined) return
    running = undefined
    const ended = new Promise((resolve) => ending.once("exit", resolve))
    guarding?.kill("SIGKILL")
    ending.kill("SIGKILL")
    await ended
  }
  async function stop() {
    await kill()
    // Children of a killed server write for a moment longer.
    rmSync(folder.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  await start()
  return { url, start, kill, stop }
}
