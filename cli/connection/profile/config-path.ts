import { join, type Machine } from "../../../sdk/files/state-folder.ts"

/** The folder of the config file: `MAS_CONFIG_DIR`, or a folder `mas` in the platform's usual place. */
export function configFolder({ env, platform, home }: Machine): string {
  if (env.MAS_CONFIG_DIR) return env.MAS_CONFIG_DIR
  if (platform === "win32") return join(env.APPDATA || join(home, "AppData", "Roaming"), "mas")
  if (platform === "darwin") return join(home, "Library", "Application Support", "mas")
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), "mas")
}

export const configPath = (machine: Machine): string => join(configFolder(machine), "config.json")
