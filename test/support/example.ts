import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { createServer } from "node:net"
import { join } from "node:path"
import { root } from "./files.ts"

/** A program's output and exit. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

let isBuilt = false

/** Builds dist if stale, checked once per worker: examples import the package by its name, as installed. */
export function buildPackage(): void {
  if (isBuilt) return
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "--if-stale"], { stdio: "pipe" })
  isBuilt = true
}

export interface ProgramOptions {
  readonly args?: readonly string[]
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** Starts a TypeScript program like `npx tsx`; its path is relative to `cwd`, by default the project's root. */
export function startProgram(path: string, { args = [], env = {}, cwd = root }: ProgramOptions = {}): ChildProcess {
  return spawn(process.execPath, [join(root, "node_modules/tsx/dist/cli.mjs"), path, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
}

/** Waits for a program's end. */
export function end(child: ChildProcess): Promise<Ended> {
  const output = { stdout: "", stderr: "" }
  child.stdout?.on("data", (chunk) => {
    output.stdout += chunk
  })
  child.stderr?.on("data", (chunk) => {
    output.stderr += chunk
  })
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, ...output }))
  })
}

/** Waits until a program's further output matches; rejects with the output if it ends before. */
export function lineOf(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = ""
    const read = (chunk: unknown) => {
      text += chunk
      const match = pattern.exec(text)
      if (match !== null) resolve(match)
    }
    child.stdout?.on("data", read)
    child.stderr?.on("data", read)
    child.on("close", (code) => reject(new Error(`The program ended with ${code}:\n${text}`)))
  })
}

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === "object" && address !== null ? address.port : 0
}
