import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Ended, end } from "./example.ts"
import { root } from "./files.ts"

const crashAt = pathToFileURL(join(root, "test/support/crash-at.mjs")).href

/** A step by its number, from 1, or the first step with a name. */
export type Crash = number | string

export interface CrashOptions {
  readonly program: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The program's working folder. */
  readonly folder: string
  /** The Node executable; the current one when left out. */
  readonly node?: string | undefined
  /** The steps at which the first process is killed, then its replacement, and so on. */
  readonly crashes: readonly Crash[]
  /** Uses each process until the work is done; by default the process ends itself. */
  readonly use?: (child: ChildProcess) => Promise<unknown>
}

/** The steps at which the program was killed: fewer than requested if it was done before. */
export type Killed = readonly string[]

/** Runs a program, and restarts it each time it was killed, until it is done. Throws if it fails without being killed. */
export async function runThroughCrashes({ crashes, folder, ...options }: CrashOptions): Promise<Killed> {
  const killed: string[] = []
  const log = join(folder, "crashes.log")
  rmSync(log, { force: true })
  for (const crash of [...crashes, 0]) {
    const env = { ...process.env, ...options.env, CRASH_AT: `${crash}`, CRASH_LOG: log }
    const args = ["--import", crashAt, options.program, ...(options.args ?? [])]
    const child = spawn(options.node ?? process.execPath, args, { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
    const ended = end(child)
    if ((await outcome(child, ended, options.use)) === "done") return killed
    killed.push(readFileSync(log, "utf8").trimEnd().split("\n").at(-1) ?? "")
  }
  throw new Error("The program was killed unexpectedly")
}

/** The names of the steps of a run that nothing kills. */
export async function stepsOf({ folder, ...options }: Omit<CrashOptions, "crashes">): Promise<string[]> {
  const log = join(folder, "steps.log")
  const env = { ...process.env, ...options.env, CRASH_AT: "none", CRASH_LOG: log }
  const args = ["--import", crashAt, options.program, ...(options.args ?? [])]
  const child = spawn(options.node ?? process.execPath, args, { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
  await outcome(child, end(child), options.use)
  return readFileSync(log, "utf8").trimEnd().split("\n")
}

async function outcome(
  child: ChildProcess,
  ended: Promise<Ended>,
  use: CrashOptions["use"],
): Promise<"done" | "killed"> {
  const problem = await use?.(child).then(
    () => undefined,
    (error: unknown) => error,
  )
  const isKilled = () => child.signalCode === "SIGKILL"
  // The connection to a killed process breaks a moment before its exit is known: then this has no effect.
  if (use !== undefined) child.kill("SIGTERM")
  const { code, stderr } = await ended
  if (isKilled()) return "killed"
  if (problem !== undefined || code) throw new Error(`The program ended with ${code}:\n${stderr}`, { cause: problem })
  return "done"
}

/**
 * Calls `run` with a crash at step 1, then `stride` steps later, and so on, until the program ends before that step; returns
 * the names of the steps.
 */
export async function eachCrash(run: (step: number) => Promise<Killed>, stride = 1): Promise<string[]> {
  const names: string[] = []
  for (let step = 1; step <= 1_000; step += stride) {
    const killed = await run(step)
    if (killed.length === 0) return names
    names.push(killed.join(", then "))
  }
  throw new Error("A thousand steps, and no end")
}
