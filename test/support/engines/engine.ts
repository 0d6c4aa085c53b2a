import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process"
import { chownSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { lineOf } from "../example.ts"

/** A real server on loopback, whose data are in a folder of its own. */
export interface Engine {
  /** Where clients connect to. It stays the same over restarts. */
  readonly url: string
  /** Starts it again after `kill`, on the same port and folder. Resolves when it takes connections. */
  start(): Promise<void>
  /** Ends it with SIGKILL, as a crash does. */
  kill(): Promise<void>
  /** Ends it for good, and removes its folder. */
  stop(): Promise<void>
}

export interface EngineProgram {
  readonly program: string
  readonly args: readonly string[]
  readonly url: string
  readonly folder: EngineFolder
  /** What it says when it takes connections. */
  readonly ready: RegExp
}

/** A temporary folder and the user it belongs to. */
export interface EngineFolder {
  readonly path: string
  readonly owner: Pick<SpawnOptions, "uid" | "gid">
}

/** A new folder; with a user's name it becomes that user's where we are root, because some servers refuse to run as root. */
export function makeFolder(name: string, user?: string): EngineFolder {
  const path = mkdtempSync(join(tmpdir(), `mas-${name}-`))
  if (user === undefined || process.getuid?.() !== 0) return { path, owner: {} }
  const idOf = (flag: string) => Number(execFileSync("id", [flag, user], { encoding: "utf8" }))
  const [uid, gid] = [idOf("-u"), idOf("-g")]
  chownSync(path, uid, gid)
  return { path, owner: { uid, gid } }
}

/** How often a start is tried: after a crash the children of a server may hold its memory or port for a moment. */
const tries = 100

/** Ends a server when this process ends, in whatever way: its own end closes what the guard reads from. */
function guard({ pid }: ChildProcess): ChildProcess {
  return spawn("sh", ["-c", "read _; kill -9 $0", `${pid}`], { stdio: ["pipe", "ignore", "ignore"] })
}

/** Starts a server; it ends with this process at the latest. */
export async function startEngine({ program, args, url, folder, ready }: EngineProgram): Promise<Engine> {
  let running: ChildProcess | undefined
  let guarding: ChildProcess | undefined

  async function start() {
    for (let left = tries; ; left--) {
      running = spawn(program, args, { cwd: folder.path, ...folder.owner, stdio: ["ignore", "pipe", "pipe"] })
      guarding = guard(running)
      try {
        await lineOf(running, ready)
        return
      } catch (error) {
        guarding.kill("SIGKILL")
        if (left === 0) throw error
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
