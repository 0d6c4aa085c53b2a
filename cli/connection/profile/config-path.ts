import { posix, win32 } from "node:path"
import type { Io } from "../../terminal/io.ts"

type Machine = Pick<Io, "env" | "platform" | "home">

/** The folder of the config file: `MAS_CONFIG_DIR`, or a folder `mas` in the platform's usual place. */
export function configFolder({ env, platform, home }: Machine): string {
  if (env.MAS_CONFIG_DIR) return env.MAS_CONFIG_DIR
  if (platform === "win32") return join(env.APPDATA || join(home, "AppData", "Roaming"), "mas")
  if (platform === "darwin") return join(home, "Library", "Application Support", "mas")
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), "mas")
}

/** The folder for temporary state, such as the list of running mock servers. It is inside MAS_CONFIG_DIR if that is set. */
export function stateFolder({ env, platform, home }: Machine): string {
  if (env.MAS_CONFIG_DIR) return join(env.MAS_CONFIG_DIR, "state")
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "mas", "state")
  if (platform === "darwin") return join(home, "Library", "Application Support", "mas", "state")
  return join(env.XDG_STATE_HOME || join(home, ".local", "state"), "mas")
}

export const configPath = (machine: Machine): string => join(configFolder(machine), "config.json")

/** Joins a path by the rules of its own platform, which the path itself shows: only Windows has `C:\\Users`. */
export function join(folder: string, ...names: readonly string[]): string {
  return (/^([a-z]:|\\)/i.test(folder) ? win32 : posix).join(folder, ...names)
}
