import { join, type Machine } from "../../../sdk/files/state-folder.ts"
import { UsageError } from "../../terminal/errors/cli-error.ts"
import { variableOf } from "./variables.ts"

/** The folder of the config file: `MAS_CONFIG_DIR`, or a folder `mas` in the platform's usual place. */
export function configFolder({ env, platform, home }: Machine): string {
  if (env.MAS_CONFIG_DIR) return env.MAS_CONFIG_DIR
  if (platform === "win32") return join(env.APPDATA || join(home, "AppData", "Roaming"), "mas")
  if (platform === "darwin") return join(home, "Library", "Application Support", "mas")
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), "mas")
}

/**
 * Refuses a HOME that would put the files, and a key with them, into whatever folder a command runs in.
 * @throws UsageError
 */
export function checkHome({ env, platform }: Machine): void {
  if (platform === "win32" || env.MAS_CONFIG_DIR) return
  const home = variableOf(env, "HOME")
  if (home === undefined || home.startsWith("/")) return
  throw new UsageError(
    `HOME is ${JSON.stringify(home)}, which is not an absolute path`,
    "Set it to your home folder, or MAS_CONFIG_DIR to the folder for the files of mas.",
  )
}

export const configPath = (machine: Machine): string => join(configFolder(machine), "config.json")
