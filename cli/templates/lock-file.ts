import { join } from "node:path"
import { isObject, messageOf } from "../../sdk/client/transport/fields.ts"
import { parseUrl } from "../../sdk/contract/core/parse-url.ts"
import { basePathOf } from "../../sdk/contract/core/trim-end.ts"
import { isLoopback } from "../connection/profile/address.ts"
import { LinkError, listFolder, readTextFile, writeTextFile } from "./folder-files.ts"
import type { Problem } from "./place.ts"
import { solvedLock } from "./solve-lock.ts"

/** The template that a folder belongs to at a service, and its last known state there. */
export interface LockEntry {
  readonly id: number
  readonly version: number
  /** The common base: the name of a file in `.base`. */
  readonly base: string
  /** True when its folder was deleted on purpose and the template stays at the service. */
  readonly forgotten?: true
}

/** A brand's entries, by folder. */
export type LockEntries = Readonly<Record<string, LockEntry>>

/** Entries by service address, brand and folder. */
export type Lock = Readonly<Record<string, Readonly<Record<string, LockEntries>>>>

/** The account that a folder belongs to at an address: another one has other templates under the same ids. */
export interface LockAccount {
  readonly key: string
  /** For people: `Acme (account 1)`. */
  readonly name: string
}

/** The content of a lock file. */
export interface Locked {
  readonly lock: Lock
  readonly accounts: Readonly<Record<string, LockAccount>>
}

/** The lock file's name for the account's default brand, when none is given. */
export const defaultBrand = "(default)"

export const lockName = "templates.lock.json"

/** What is true only on this machine, such as ids in its mock servers: Git ignores it. */
export const localFolder = join(".base", "local")

export const isLocal = (address: string): boolean => isLoopback(address)

/** The lock file's key for a service: its address, normalized. */
export function addressKey(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return origin + basePathOf(pathname)
}

const fileIn = (dir: string, isForLocal: boolean) =>
  join(dir, ...(isForLocal ? [localFolder, "lock.json"] : [lockName]))

/** Reads the lock files of a folder of templates; a missing file is an empty lock. */
export async function readLock(dir: string): Promise<Locked & { problems: Problem[] }> {
  const read = await Promise.all([false, true].map((isForLocal) => readOne(dir, fileIn(dir, isForLocal))))
  return {
    lock: Object.assign({}, ...read.map(({ lock }) => lock)),
    accounts: Object.assign({}, ...read.map(({ accounts }) => accounts)),
    problems: read.flatMap(({ problems }) => problems),
  }
}

async function readOne(dir: string, file: string): Promise<Locked & { problems: Problem[] }> {
  let text = "{}"
  try {
    text = (await readTextFile(dir, file)) ?? text
    return { ...checked(JSON.parse(text)), problems: [] }
  } catch (error) {
    const why = messageOf(error)
    const advice = error instanceof BadAddressError ? "Correct the address, or restore the file from Git" : wayOut(text)
    const message = error instanceof LinkError ? why : `is not a valid lock file: ${why}. ${advice}`
    return { lock: {}, accounts: {}, problems: [{ file, line: 1, column: 1, message }] }
  }
}

class BadAddressError extends Error {}

function wayOut(text: string): string {
  const solved = solvedLock(text)
  if (solved === "two accounts")
    return "Two branches changed it, for different accounts at one address: keep the lines of one side"
  return solved === undefined
    ? "Where two branches changed it, keep the entry with the higher version"
    : "Two branches changed it: mas templates pull merges their entries"
}

/** Solves a merge conflict of the lock file; false when it has none, or none that can be solved. */
export async function solveLock(dir: string): Promise<boolean> {
  const file = fileIn(dir, false)
  const solved = solvedLock((await readTextFile(dir, file)) ?? "")
  if (!isObject(solved)) return false
  const { lock, accounts } = checked(solved)
  const folders = new Set((await listFolder(dir, dir)).map(({ name }) => name))
  const isThere = (folder: string) => folders.has(folder)
  const brandsOf = (brands: Lock[string]) =>
    Object.fromEntries(Object.entries(brands).map(([brand, entries]) => [brand, afterRenames(entries, isThere)]))
  const services = Object.entries(lock).map(([address, brands]) => [address, brandsOf(brands)])
  await writeOne(dir, file, { lock: Object.fromEntries(services), accounts })
  return true
}

/** Where one branch renamed a folder, the new one has the newest entry of its template, and the old one none. */
function afterRenames(entries: LockEntries, isThere: (folder: string) => boolean): LockEntries {
  const all = Object.entries(entries)
  return Object.fromEntries(
    all.flatMap(([folder, entry]) => {
      const others = all.filter(([other, { id }]) => id === entry.id && other !== folder)
      if (!isThere(folder)) return others.some(([other]) => isThere(other)) ? [] : [[folder, entry]]
      const unclaimed = others.flatMap(([other, one]) => (isThere(other) ? [] : [one]))
      return [[folder, [entry, ...unclaimed].reduce((one, other) => (other.version > one.version ? other : one))]]
    }),
  )
}

function checked(value: unknown): Locked {
  const { accounts = {}, ...services }: Readonly<Record<string, unknown>> = Object(value)
  for (const address of [...Object.keys(services), ...Object.keys(Object(accounts))])
    if (parseUrl(address) === undefined)
      throw new BadAddressError(`${JSON.stringify(address)} is not the address of a service`)
  const brands = Object.values(services).flatMap((service) => Object.values(Object(service)))
  const entries = brands.flatMap((brand) => Object.entries(Object(brand)))
  if (!isObject(value) || !entries.every(([folder, entry]) => isEntry(folder, entry)))
    throw new Error("each entry needs a folder name with an id, a version and a base")
  if (!Object.values(Object(accounts)).every(isAccount)) throw new Error("each account needs a key and a name")
  return { lock: Object(services), accounts: Object(accounts) }
}

function isAccount(value: unknown): boolean {
  const { key, name }: Readonly<Record<string, unknown>> = Object(value)
  return typeof key === "string" && typeof name === "string"
}

function isEntry(folder: string, value: unknown): boolean {
  // The name becomes a path.
  if (folder === "" || folder.startsWith(".") || /[/\\]/.test(folder)) return false
  const { id, version, base, forgotten = true }: Record<string, unknown> = Object(value)
  const isKnown = Number.isSafeInteger(id) && Number.isSafeInteger(version) && typeof base === "string"
  return isKnown && forgotten === true
}

/** Writes the lock files: what a team shares, and what is only of this machine. */
export async function writeLock(dir: string, { lock, accounts }: Locked): Promise<void> {
  for (const isForLocal of [false, true]) {
    const file = fileIn(dir, isForLocal)
    const part = <T>(all: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(all).filter(([address]) => isLocal(address) === isForLocal))
    const locked = { lock: part(lock), accounts: part(accounts) }
    const isEmpty = Object.keys(locked.lock).length === 0
    if (!isEmpty || (await readTextFile(dir, file)) !== undefined) await writeOne(dir, file, locked)
  }
}

/** Writes in a fixed order, so that a change affects few lines. */
async function writeOne(dir: string, file: string, { lock, accounts }: Locked): Promise<void> {
  const content = { ...(Object.keys(accounts).length > 0 && { accounts }), ...lock }
  const sorted = JSON.stringify(content, (_key, value: unknown) => (isObject(value) ? inOrder(value) : value), 2)
  await writeTextFile(dir, file, `${sorted}\n`)
}

const entryOrder = ["id", "version", "base", "forgotten"]

function inOrder(value: object): object {
  const order = (name: string) => entryOrder.indexOf(name)
  const compare = (a: string, b: string) => order(a) - order(b) || (a < b ? -1 : 1)
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compare(a, b)))
}
