import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"

function readAll(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path)]))
}

/** The paths of files that are in only one of two folders, or differ. */
export function differingFiles(one: string, other: string): string[] {
  const [ours, theirs] = [readAll(one), readAll(other)]
  const isSame = (path: string) => {
    const [a, b] = [ours.get(path), theirs.get(path)]
    return a !== undefined && b !== undefined && a.equals(b)
  }
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter((path) => !isSame(path)).sort()
}

/** The files of a folder that contain a text. */
export const filesWith = (folder: string, text: string): string[] =>
  [...readAll(folder)].filter(([, bytes]) => bytes.includes(text)).map(([path]) => path)
