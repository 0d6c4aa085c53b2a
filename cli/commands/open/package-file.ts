import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Program } from "../../connection/context.ts"

/** The path of a file or folder of this package; undefined if it is missing. Works for the build and for the sources. */
export const packageFile = ({ folder }: Pick<Program, "folder">, path: string): string | undefined =>
  ["..", "../../.."].map((up) => join(folder, up, path)).find((candidate) => existsSync(candidate))
