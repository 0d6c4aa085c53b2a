import { builtin } from "../client/transport/builtin.ts"

/** What decides where a user's files are. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly home: string
}

/** The folder for temporary state, such as the list of running mock servers. It is inside MAS_CONFIG_DIR if that is set. */
export function stateFolder({ env, platform, home }: Machine): string {
  if (env.MAS_CONFIG_DIR) return join(env.MAS_CONFIG_DIR, "state")
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "mas", "state")
  if (platform === "darwin") return join(home, "Library", "Application Support", "mas", "state")
  return join(env.XDG_STATE_HOME || join(home, ".local", "state"), "mas")
}

/** Joins a path by the rules of its own platform, which the path itself shows: only Windows has `C:\\Users`. */
export function join(folder: string, ...names: readonly string[]): string {
  const { posix, win32 } = builtin("node:path")
  return (/^([a-z]:|\\)/i.test(folder) ? win32 : posix).join(folder, ...names)
}
