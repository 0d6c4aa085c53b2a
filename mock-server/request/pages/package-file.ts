import { readFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"

/** A bundle in CommonJS has no `import.meta`. */
const folder = import.meta.dirname ?? process.cwd()

/**
 * A file of this package, which finds itself by name: as the package that its sources and its build lie two folders deep in, and
 * from somebody's bundle as one that is installed.
 */
export function packageFile(path: string): Promise<Buffer> {
  // Bundlers would follow an imported one.
  const { createRequire } = process.getBuiltinModule("node:module")
  const { resolve } = createRequire(`${folder}/../../`)
  return readFile(new URL(path, pathToFileURL(resolve("mas-sdk/package.json", { paths: [folder] }))))
}
