import { lockName } from "./lock-file.ts"
import { typesFileName } from "./types/types-file.ts"

/** Whether the commands themselves write a file of the folder, by its path there: then its change is no save of the user's. */
export const isOwnFile = (path: string): boolean =>
  path.startsWith(".") || path.startsWith(lockName) || path.startsWith(typesFileName)
