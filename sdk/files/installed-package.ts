import { builtin } from "../client/transport/builtin.ts"

/** Loads a package of the user's project, from the first of the folders that has it installed; undefined if none has. */
export function installedPackage(name: string, folders: readonly string[]) {
  for (const folder of folders) {
    try {
      return builtin("node:module").createRequire(builtin("node:path").join(folder, "package.json"))(name)
    } catch (error) {
      // The second: a part of Node that this version lacks.
      if (!["MODULE_NOT_FOUND", "ERR_UNKNOWN_BUILTIN_MODULE"].includes(Object(error).code)) throw error
    }
  }
  return undefined
}
