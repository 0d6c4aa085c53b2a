import { join } from "node:path"
import { writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import { CliError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import { readTextFile } from "./text-file.ts"

/** Which template of a service a folder is, and as what it was last seen there. */
export interface LockEntry {
  readonly id: number
  readonly version: number
  /** What was last the same here and there: the name of a file in `.base`. */
  readonly base: string
}

/** The entries of a brand by folder. */
export type LockEntries = Readonly<Record<string, LockEntry>>

/** `templates.lock.json`: entries by the service's address, brand and folder. */
export type Lock = Readonly<Record<string, Readonly<Record<string, LockEntries>>>>

/** How the lock file calls the account's default brand, where none is named. */
export const defaultBrand = "(default)"

export const lockName = "templates.lock.json"

/** How the lock file calls a service: the address without what does not tell services apart. */
export const addressKey = (baseUrl: string): string => new URL(baseUrl).href.replace(/\/+$/, "")

/** Reads the lock file of a folder of templates; where there is none, nothing is known. */
export async function readLock(dir: string): Promise<Lock> {
  const file = join(dir, lockName)
  try {
    const text = (await readTextFile(file)) ?? "{}"
    return checked(JSON.parse(text))
  } catch (error) {
    const hint =
      "Take the file of the newest commit; where two branches changed it, keep the entry with the higher version."
    const why = error instanceof Error ? error.message : String(error)
    throw new CliError(`${file} is no lock file: ${why}`, exitCodes.usage, { code: "usage", hint })
  }
}

function checked(value: unknown): Lock {
  const brands = Object.values(Object(value)).flatMap((service) => Object.values(Object(service)))
  const entries = brands.flatMap((brand) => Object.values(Object(brand)))
  if (typeof value === "object" && value !== null && entries.every(isEntry)) return Object(value)
  throw new Error("each entry has an id, a version and a base")
}

function isEntry(value: unknown): boolean {
  const { id, version, base }: Record<string, unknown> = Object(value)
  return Number.isSafeInteger(id) && Number.isSafeInteger(version) && typeof base === "string"
}

/** Writes the lock file, in an order of its own, so that a change is a few lines. */
export async function writeLock(dir: string, lock: Lock): Promise<void> {
  const sorted = JSON.stringify(lock, (_key, value: unknown) => (isPlain(value) ? inOrder(value) : value), 2)
  await writeFileAtomically(join(dir, lockName), [`${sorted}\n`])
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const entryOrder = ["id", "version", "base"]

function inOrder(value: object): object {
  const order = (name: string) => entryOrder.indexOf(name)
  const compare = (a: string, b: string) => order(a) - order(b) || (a < b ? -1 : 1)
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compare(a, b)))
}
