import { readFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"

/** CommonJS bundles have no `import.meta`. */
const folder = import.meta.dirname ?? process.cwd()

/**
 * The folder of this package, resolved by its name: the package itself from its sources and build, the installed
 * package from a user's bundle.
 */
export function packageFolder(): URL {
  // Not imported: bundlers would follow an imported `createRequire`.
  const { createRequire } = process.getBuiltinModule("node:module")
  const { resolve } = createRequire(`${folder}/../../`)
  return new URL(".", pathToFileURL(resolve("mas-sdk/package.json", { paths: [folder] })))
}

export const packageFile = (path: string): Promise<Buffer> => readFile(new URL(path, packageFolder()))
