import { join } from "node:path"
import { parseUrl } from "../../sdk/contract/core/parse-url.ts"
import { basePathOf } from "../../sdk/contract/core/trim-end.ts"
import { isObject } from "../../sdk/transport/fields.ts"
import { LinkError, readTextFile, writeTextFile } from "./folder-files.ts"
import type { Problem } from "./place.ts"

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

/** The content of `templates.lock.json`: entries by service address, brand and folder. */
export type Lock = Readonly<Record<string, Readonly<Record<string, LockEntries>>>>

/** The lock file's name for the account's default brand, when none is given. */
export const defaultBrand = "(default)"

export const lockName = "templates.lock.json"

/** The lock file's key for a service: its address, normalized. */
export function addressKey(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return origin + basePathOf(pathname)
}

/** Reads the lock file of a folder of templates; a missing file is an empty lock. */
export async function readLock(dir: string): Promise<{ lock: Lock; problems: Problem[] }> {
  const file = join(dir, lockName)
  try {
    const text = (await readTextFile(dir, file)) ?? "{}"
    return { lock: checked(JSON.parse(text)), problems: [] }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (error instanceof LinkError) return { lock: {}, problems: [{ file, line: 1, column: 1, message: why }] }
    const message = `is not a valid lock file: ${why}. Where two branches changed it, keep the entry with the higher version`
    return { lock: {}, problems: [{ file, line: 1, column: 1, message }] }
  }
}

function checked(value: unknown): Lock {
  const bad = Object.keys(Object(value)).find((address) => parseUrl(address) === undefined)
  if (bad !== undefined) throw new Error(`${JSON.stringify(bad)} is not the address of a service`)
  const brands = Object.values(Object(value)).flatMap((service) => Object.values(Object(service)))
  const entries = brands.flatMap((brand) => Object.entries(Object(brand)))
  const isLock =
    typeof value === "object" && value !== null && entries.every(([folder, entry]) => isEntry(folder, entry))
  if (isLock) return Object(value)
  throw new Error("each entry needs a folder name with an id, a version and a base")
}

function isEntry(folder: string, value: unknown): boolean {
  // The name becomes a path.
  if (folder === "" || folder.startsWith(".") || /[/\\]/.test(folder)) return false
  const { id, version, base, forgotten = true }: Record<string, unknown> = Object(value)
  const isKnown = Number.isSafeInteger(id) && Number.isSafeInteger(version) && typeof base === "string"
  return isKnown && forgotten === true
}

/** Writes the lock file in a fixed order, so that a change affects few lines. */
export async function writeLock(dir: string, lock: Lock): Promise<void> {
  const sorted = JSON.stringify(lock, (_key, value: unknown) => (isObject(value) ? inOrder(value) : value), 2)
  await writeTextFile(dir, join(dir, lockName), `${sorted}\n`)
}

const entryOrder = ["id", "version", "base", "forgotten"]

function inOrder(value: object): object {
  const order = (name: string) => entryOrder.indexOf(name)
  const compare = (a: string, b: string) => order(a) - order(b) || (a < b ? -1 : 1)
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compare(a, b)))
}
