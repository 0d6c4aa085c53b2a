import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { isRunning } from "../../mock-server/state/file-lock.ts"
import { writeWholeFile } from "../../sdk/files/whole-file.ts"
import type { Io } from "../io.ts"
import { stateFolder } from "../profile/config-path.ts"

/** A mock server that `mas mock start` has started on this machine, for this user. */
export interface RunningMock {
  readonly url: string
  readonly pid: number
  /** What tells this run of it from every other: as the header `X-MAS-Mock` says it. */
  readonly instance: string
  /** ISO 8601. */
  readonly started_at: string
  /** True where its process does more than serve it, and is not to be ended. */
  readonly is_guest?: boolean
}

/** Milliseconds for a server of this machine to answer. */
export const healthPatience = 2_000

/** The folder with a file for each that runs. */
export const mocksFolder = (io: Io): string => join(stateFolder(io), "mocks")

/** One process can serve several. */
const fileOf = (io: Io, { pid, url }: RunningMock) => join(mocksFolder(io), `${pid}-${new URL(url).port}.json`)

/** Writes down that a server runs, so that other commands find it; answers how to take that back. Whether it can is no matter for the server. */
export async function noteRunning(io: Io, url: string): Promise<() => void> {
  const started_at = new Date(io.now()).toISOString()
  const mock = { url, pid: process.pid, instance: await instanceAt(url), started_at, is_guest: !!io.endMock }
  const path = fileOf(io, mock)
  try {
    mkdirSync(mocksFolder(io), { recursive: true, mode: 0o700 })
    await writeWholeFile(path, [`${JSON.stringify(mock)}\n`], { mode: 0o600 })
  } catch {
    return () => {}
  }
  return () => rmSync(path, { force: true })
}

/** The servers that run and answer, as they are meant where none is named. What is left of those that were killed is removed. */
export async function runningMocks(io: Io): Promise<RunningMock[]> {
  const noted = notesIn(io)
  const answers = await Promise.all(noted.map(async ({ url, instance }) => (await instanceAt(url)) === instance))
  return noted.filter((_, index) => answers[index])
}

/** The same for the first of them alone: the others are not asked while it answers. */
export async function lastMock(io: Io): Promise<RunningMock | undefined> {
  for (const mock of notesIn(io)) {
    if ((await instanceAt(mock.url)) === mock.instance) return mock
  }
  return undefined
}

/** What was written down of processes that live: first what this process started itself, as a session of `mas mcp` does; the newest first. */
function notesIn(io: Io): RunningMock[] {
  const notes = namesIn(mocksFolder(io)).flatMap((name) => {
    const path = join(mocksFolder(io), name)
    const mock = readNote(path)
    if (mock && isRunning(mock.pid)) return [mock]
    rmSync(path, { force: true })
    return []
  })
  const newest = notes.toSorted((a, b) => b.started_at.localeCompare(a.started_at))
  const isOwn = ({ pid }: RunningMock) => pid === process.pid
  return [...newest.filter(isOwn), ...newest.filter((mock) => !isOwn(mock))]
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+(-\d*)?\.json$/.test(name))
  } catch {
    return []
  }
}

function readNote(path: string): RunningMock | undefined {
  try {
    const { url, pid, instance, started_at, is_guest } = JSON.parse(readFileSync(path, "utf8"))
    const isWhole = [url, instance, started_at].every((text) => typeof text === "string") && Number.isInteger(pid)
    return isWhole ? { url, pid, instance, started_at, is_guest: is_guest === true } : undefined
  } catch {
    return undefined
  }
}

/** Which mock server answers at an address; empty where none does. Loads what asks only when there is one to ask. */
export async function instanceAt(url: string): Promise<string> {
  const { get } = url.startsWith("https:") ? await import("node:https") : await import("node:http")
  return new Promise((resolve) => {
    const asked = get(`${url}/_mock/health`, { timeout: healthPatience, agent: false }, (answer) => {
      answer.resume()
      resolve(/instance=([^;\s]+)/.exec(String(answer.headers["x-mas-mock"]))?.[1] ?? "")
    })
    asked.once("error", () => resolve(""))
    asked.once("timeout", () => asked.destroy())
  })
}
