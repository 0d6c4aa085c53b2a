import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"

function readAll(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path)]))
}

/** The files that are in one of two folders only, or differ in a byte, by their paths in the folder. */
export function differingFiles(one: string, other: string): string[] {
  const [ours, theirs] = [readAll(one), readAll(other)]
  const isSame = (path: string) => {
    const [a, b] = [ours.get(path), theirs.get(path)]
    return a !== undefined && b !== undefined && a.equals(b)
  }
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter((path) => !isSame(path)).sort()
}

/** The files of a folder that hold a text. */
export const filesWith = (folder: string, text: string): string[] =>
  [...readAll(folder)].filter(([, bytes]) => bytes.includes(text)).map(([path]) => path)
