import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))
let count = 0

/**
 * A module of the project, by its path from the root, as in a new process: with a state of its own. What it imports stays shared.
 * `vi.resetModules` would make each later file of the worker load all modules again.
 */
export const freshModule = <Module>(path: string): Promise<Module> =>
  import(/* @vite-ignore */ `${join(root, path)}?fresh=${++count}`)
