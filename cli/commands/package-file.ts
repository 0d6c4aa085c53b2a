import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Program } from "../context.ts"

/** Where a file or folder of this package is; undefined where it is not there. The command line runs as built, or from its sources. */
export const packageFile = ({ folder }: Pick<Program, "folder">, path: string): string | undefined =>
  ["..", "../.."].map((up) => join(folder, up, path)).find((found) => existsSync(found))
