import { chmodSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs"
import { isObject } from "../../../sdk/client/transport/fields.ts"
import { jsonFromText } from "../../../sdk/contract/core/parse-text.ts"
import { writeFileAtomically } from "../../../sdk/files/atomic-write.ts"
import { CliError, cannotWrite, reasonOf, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import type { Io } from "../../terminal/io.ts"
import { configFolder, configPath } from "./config-path.ts"
import type { Config, SavedProfile } from "./profile.ts"

export { configPath } from "./config-path.ts"

const empty: Config = { profiles: {} }

/** The saved profiles; empty without a file. The file is small: a synchronous read is faster than loading a module. */
export async function readConfig(io: Io): Promise<Config> {
  const path = configPath(io)
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch (error) {
    if (isMissing(error)) return empty
    throw new ConfigError(`${path} cannot be read: ${reasonOf(error)}`, "Make it a file that you can read.")
  }
  const value = parse(text, path)
  if (value) return value
  throw new BrokenConfigError(path)
}

/** The config file exists but cannot be used. */
export class ConfigError extends UsageError {}

/** The file is readable but not a valid config. */
class BrokenConfigError extends ConfigError {
  constructor(path: string) {
    super(
      `${path} is not a config file that mas wrote`,
      "Correct it, or run `mas login`: it keeps this file under another name.",
    )
  }
}

/**
 * The saved profiles for a command that rewrites the file: empty for an invalid file, which `setAside` keeps under
 * another name.
 */
export async function readOrSetAside(io: Io): Promise<{ readonly config: Config; setAside(): string | undefined }> {
  try {
    return { config: await readConfig(io), setAside: () => undefined }
  } catch (error) {
    if (!(error instanceof BrokenConfigError)) throw error
    return { config: empty, setAside: () => keepBroken(configPath(io), io.now()) }
  }
}

function keepBroken(path: string, now: number): string {
  const aside = `${path}.broken-${new Date(now).toISOString().replaceAll(/\D/g, "").slice(0, 14)}`
  try {
    renameSync(path, aside)
    return aside
  } catch (error) {
    throw new CliError(`${path} cannot be renamed to ${aside}: ${reasonOf(error)}`)
  }
}

/** Writes the config atomically, readable only by this user. `changeConfig` keeps concurrent changes. */
export async function writeConfig(io: Io, config: Config): Promise<void> {
  const path = configPath(io)
  makeConfigFolder(io)
  try {
    await writeFileAtomically(path, [`${JSON.stringify(config, null, 2)}\n`], { mode: 0o600 })
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

export function makeConfigFolder(io: Io): void {
  const folder = configFolder(io)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch (error) {
    throw new CliError(`${folder} cannot be written: ${reasonOf(error)}`, exitCodes.failure, {
      hint: "Set MAS_CONFIG_DIR to another folder.",
    })
  }
}

/** What other users can do with the config, and the command that fixes it; undefined when it is private. */
export async function configExposure(io: Io): Promise<{ readonly problem: string; readonly fix: string } | undefined> {
  if (io.platform === "win32") return undefined
  for (const [path, mode] of [
    [configPath(io), "600"],
    [configFolder(io), "700"],
  ] as const) {
    const file = statSync(path, { throwIfNoEntry: false })
    if (!file) return undefined
    if (file.mode & 0o077)
      return { problem: `${path} can be read or changed by other users`, fix: `chmod ${mode} '${path}'` }
  }
  return undefined
}

const connectionFields = ["base_url", "api_key", "token", "email", "brand", "account"]
/** Whom the profile may reach. */
const guardFields = ["allowed_recipients", "redirect_to", "allow_unseen"]
const fields = [...connectionFields, ...guardFields]

/** Parses the file defensively: it may have been edited by hand. Undefined when it is not a config. */
function parse(text: string, path: string): Config | undefined {
  const { current, profiles }: Record<string, unknown> = Object(jsonFromText(text))
  if (!isObject(profiles)) return undefined
  return {
    ...(typeof current === "string" ? { current } : {}),
    profiles: Object.fromEntries(
      Object.entries(profiles).map(([name, saved]) => [
        name,
        savedProfile(Object(saved), `${path}: the profile ${JSON.stringify(name)} has`),
      ]),
    ),
  }
}

/** A guard that cannot be read, or whose name is misspelt, must not leave the profile without one. */
function savedProfile(saved: Readonly<Record<string, unknown>>, subject: string): SavedProfile {
  const entries = Object.entries(saved).flatMap(([name, value]) => {
    if (!fields.includes(name))
      throw new ConfigError(`${subject} ${JSON.stringify(name)}, which is none of ${fields.join(", ")}`, "Correct it.")
    if (typeof value === "string" || typeof value === "number") return [[name, String(value)] as const]
    if (guardFields.includes(name))
      throw new ConfigError(`${subject} ${name} that is no text`, 'Write it as text: "*@acme.test, ada@example.test".')
    return []
  })
  return Object.fromEntries(entries)
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT"
