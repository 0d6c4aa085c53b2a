import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { isAbsolute, join, relative, sep } from "node:path"
import { writeFileAtomically } from "../../../sdk/files/atomic-write.ts"
import { isRunning } from "../../../sdk/files/process-lock.ts"
import { stateFolder } from "../../../sdk/files/state-folder.ts"
import { UsageError } from "../../terminal/errors/cli-error.ts"
import type { Io } from "../../terminal/io.ts"
import { countText } from "../../terminal/output/numbers.ts"

/** A mock server that this user started on this machine with `mas mock`. */
export interface RunningMock {
  readonly url: string
  readonly pid: number
  /** Identifies this process, as does the header `X-MAS-Mock`. */
  readonly instance: string
  /** ISO 8601. */
  readonly started_at: string
  /** The folder in which it was started. */
  readonly folder: string
  /** True when its process has another purpose too, and must not be stopped. */
  readonly is_guest?: boolean
}

/** Timeout in milliseconds for a server on this machine. */
export const healthTimeout = 2_000

export const mocksFolder = (io: Io): string => join(stateFolder(io), "mocks")

/** A process can run several servers. */
const fileOf = (io: Io, { pid, url }: RunningMock) => join(mocksFolder(io), `${pid}-${new URL(url).port}.json`)

/** Records a running server, so that other commands find it. Returns a function that undoes this. Ignores write errors. */
export async function recordRunning(io: Io, url: string): Promise<() => void> {
  const started_at = new Date(io.now()).toISOString()
  const instance = await instanceAt(url)
  const mock = { url, pid: process.pid, instance, started_at, folder: io.cwd, is_guest: !!io.endMock }
  const path = fileOf(io, mock)
  try {
    mkdirSync(mocksFolder(io), { recursive: true, mode: 0o700 })
    await writeFileAtomically(path, [`${JSON.stringify(mock)}\n`], { mode: 0o600 })
  } catch {
    return () => {}
  }
  return () => rmSync(path, { force: true })
}

/** The servers that run and respond. Files of killed servers are removed. */
export async function runningMocks(io: Io): Promise<RunningMock[]> {
  const notes = notesIn(io)
  const alive = await Promise.all(notes.map(async ({ url, instance }) => (await instanceAt(url)) === instance))
  return notes.filter((_, index) => alive[index])
}

/** Several mock servers are running, and none is selected. */
export class SeveralMocksError extends UsageError {}

/**
 * The mock server of a command without an address; undefined when none is running.
 * @throws SeveralMocksError
 */
export const selectedMock = async (io: Io): Promise<RunningMock | undefined> => selectMock(await runningMocks(io), io)

/**
 * Selects a server. Precedence: one started by this process, as in a session of `mas mcp`; the only one; the only one
 * of this folder or the nearest parent.
 */
export function selectMock(mocks: readonly RunningMock[], { cwd }: Pick<Io, "cwd">): RunningMock | undefined {
  const current = mocks.find(({ pid }) => pid === process.pid)
  if (current !== undefined || mocks.length < 2) return current ?? mocks[0]
  const above = mocks.filter(({ folder }) => isInside(cwd, folder))
  const deepest = Math.max(...above.map(({ folder }) => folder.length))
  const [nearest, ...others] = above.filter(({ folder }) => folder.length === deepest)
  if (nearest !== undefined && others.length === 0) return nearest
  const listed = mocks.map(({ url, folder }) => `${url} (started in ${folder || "an unknown folder"})`)
  throw new SeveralMocksError(
    `${countText(mocks.length)} mock servers are running, and none is selected: ${listed.join(", ")}`,
    "Pass --base-url (with --profile mock for its API key), set MAS_BASE_URL, use a profile with its address, or run the command in the folder that its server was started in.",
  )
}

function isInside(folder: string, outer: string): boolean {
  const path = relative(outer, folder)
  return outer !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/** The files of running processes, newest first. */
function notesIn(io: Io): RunningMock[] {
  const folder = mocksFolder(io)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+(-\d*)?\.json$/.test(name)) : []
  const notes = names.flatMap((name) => {
    const path = join(folder, name)
    const mock = readNote(path)
    if (mock && isRunning(mock.pid)) return [mock]
    rmSync(path, { force: true })
    return []
  })
  return notes.toSorted((a, b) => b.started_at.localeCompare(a.started_at))
}

function readNote(path: string): RunningMock | undefined {
  try {
    const { url, pid, instance, started_at, folder = "", is_guest } = JSON.parse(readFileSync(path, "utf8"))
    const isWhole =
      [url, instance, started_at, folder].every((text) => typeof text === "string") && Number.isInteger(pid)
    return isWhole ? { url, pid, instance, started_at, folder, is_guest: is_guest === true } : undefined
  } catch {
    return undefined
  }
}

/** The instance id of the mock server at an address; empty when there is none. Loads the client only if servers are recorded. */
export async function instanceAt(url: string): Promise<string> {
  const { get } = url.startsWith("https:") ? await import("node:https") : await import("node:http")
  return new Promise((resolve) => {
    const request = get(`${url}/_mock/health`, { timeout: healthTimeout, agent: false }, (response) => {
      response.resume()
      resolve(/instance=([^;\s]+)/.exec(String(response.headers["x-mas-mock"]))?.[1] ?? "")
    })
    request.once("error", () => resolve(""))
    request.once("timeout", () => request.destroy())
  })
}
