import type { Context } from "../../context.ts"
import { writeConfig } from "../../profile/config-file.ts"
import type { Config } from "../../profile/profile.ts"

/** Writes the config, and says what has come of it; in a dry run only says that nothing has. */
export async function keepConfig({ io, globals, note }: Context, config: Config, done: string): Promise<void> {
  if (globals["dry-run"]) return note("Nothing was changed: this is a dry run.")
  await writeConfig(io, config)
  note(done)
}
