import { lockName } from "./lock-file.ts"
import { typesFileName } from "./types/types-file.ts"

/** True for files that the commands write, by path in the folder: a change to one is not an edit by the user. */
export const isOwnFile = (path: string): boolean =>
  path.startsWith(".") || path.startsWith(lockName) || path.startsWith(typesFileName)
