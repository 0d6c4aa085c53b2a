import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { isAbsolute, join, relative, sep } from "node:path"
import { isRunning } from "../../mock-server/state/file-lock.ts"
import { writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import { UsageError } from "../errors/cli-error.ts"
import type { Io } from "../io.ts"
import { countText } from "../output/numbers.ts"
import { stateFolder } from "./config-path.ts"

/** A mock server that `mas mock start` has started on this machine, for this user. */
export interface RunningMock {
  readonly url: string
  readonly pid: number
  /** Identifies this process; the same as in the header `X-MAS-Mock`. */
  readonly instance: string
  /** ISO 8601. */
  readonly started_at: string
  /** The folder that it was started in. */
  readonly folder: string
  /** True where its process does more than serve it, and is not to be ended. */
  readonly is_guest?: boolean
}

/** Milliseconds for a server of this machine to answer. */
export const healthTimeout = 2_000

export const mocksFolder = (io: Io): string => join(stateFolder(io), "mocks")

/** One process can serve several. */
const fileOf = (io: Io, { pid, url }: RunningMock) => join(mocksFolder(io), `${pid}-${new URL(url).port}.json`)

/** Records a running server, so that other commands find it. Returns a function that undoes this. Ignores write errors. */
export async function noteRunning(io: Io, url: string): Promise<() => void> {
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
  const noted = notesIn(io)
  const answers = await Promise.all(noted.map(async ({ url, instance }) => (await instanceAt(url)) === instance))
  return noted.filter((_, index) => answers[index])
}

/** Several mock servers run, and nothing says which of them is meant. */
export class SeveralMocksError extends UsageError {}

/** The mock server that a command goes to when no address is given; undefined where none runs. @throws SeveralMocksError */
export const meantMock = async (io: Io): Promise<RunningMock | undefined> => meantOf(await runningMocks(io), io)

/**
 * Chooses a server: the one that this process started, as a session of `mas mcp` does; the only one; or the only
 * one of the nearest folder, this one or above.
 */
export function meantOf(mocks: readonly RunningMock[], { cwd }: Pick<Io, "cwd">): RunningMock | undefined {
  const own = mocks.find(({ pid }) => pid === process.pid)
  if (own !== undefined || mocks.length < 2) return own ?? mocks[0]
  const above = mocks.filter(({ folder }) => isInside(cwd, folder))
  const deepest = Math.max(...above.map(({ folder }) => folder.length))
  const [nearest, ...others] = above.filter(({ folder }) => folder.length === deepest)
  if (nearest !== undefined && others.length === 0) return nearest
  const listed = mocks.map(({ url, folder }) => `${url} (started in ${folder || "an unknown folder"})`)
  throw new SeveralMocksError(
    `${countText(mocks.length)} mock servers run, and it is not clear which one is meant: ${listed.join(", ")}`,
    "Give --base-url (with --profile mock for its API key) or MAS_BASE_URL, use a profile with its address, or run the command in the folder that its server was started in.",
  )
}

function isInside(folder: string, outer: string): boolean {
  const path = relative(outer, folder)
  return outer !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/** The files of running processes, the newest first. */
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

/** Which mock server answers at an address; empty where none does. Loads what asks only when there is one to ask. */
export async function instanceAt(url: string): Promise<string> {
  const { get } = url.startsWith("https:") ? await import("node:https") : await import("node:http")
  return new Promise((resolve) => {
    const asked = get(`${url}/_mock/health`, { timeout: healthTimeout, agent: false }, (answer) => {
      answer.resume()
      resolve(/instance=([^;\s]+)/.exec(String(answer.headers["x-mas-mock"]))?.[1] ?? "")
    })
    asked.once("error", () => resolve(""))
    asked.once("timeout", () => asked.destroy())
  })
}
