import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The folder of package.json. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

/** The files under a folder of the project, as paths from its root. */
export function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}

/** The hand-written sources that ship: TypeScript under sdk, mock-server and cli, without generated files. */
export function sourceFiles(): string[] {
  return ["sdk", "mock-server", "cli"].flatMap(filesUnder).filter((path) => /(?<!\.gen)\.c?ts$/.test(path))
}

/** A project file's text. */
export const readProjectFile = (path: string): string => readFileSync(join(root, path), "utf8")
