import { readFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"

/** A bundle in CommonJS has no `import.meta`. */
const folder = import.meta.dirname ?? process.cwd()

/**
 * The folder of this package, found by the package's name. In its own sources and build, two folders deep, that is the package
 * itself; from a user's bundle, the installed one.
 */
export function packageFolder(): URL {
  // Bundlers would follow an imported one.
  const { createRequire } = process.getBuiltinModule("node:module")
  const { resolve } = createRequire(`${folder}/../../`)
  return new URL(".", pathToFileURL(resolve("mas-sdk/package.json", { paths: [folder] })))
}

export const packageFile = (path: string): Promise<Buffer> => readFile(new URL(path, packageFolder()))
