import type { GlobalFlags } from "../context.ts"
import { UsageError } from "../errors/cli-error.ts"
import type { Io } from "../io.ts"
import { nearest } from "../line/suggest.ts"
import { isLoopback } from "../mock/loopback.ts"
import { builtInProfiles, isBuiltIn } from "./built-in.ts"
import { configExposure, readConfig } from "./config-file.ts"
import type { Profile, SavedProfile } from "./profile.ts"

/** A value, and where it came from. */
interface Found {
  readonly value: string
  readonly from: string
}

/**
 * Where requests go and with what: flags win over the environment (`MAS_BASE_URL`, `MAS_API_KEY`, `MAS_BRAND_SID`,
 * `MAS_ACCOUNT_ID`), which wins over the profile that `--profile`, `MAS_PROFILE` or `mas profiles use` names.
 */
export async function resolveProfile(io: Io, globals: GlobalFlags, note: (text: string) => void): Promise<Profile> {
  const { name, saved } = await namedProfile(io, globals, note)
  // A built-in profile that is named is all of the mock server's: a key of the service does not go there.
  const env = name === globals.profile && name !== undefined && isBuiltIn(name) ? ofMock(io.env) : io.env
  const from = `profile ${name}`
  const pick = (flag: string, variable: string, field: keyof SavedProfile, given: string | undefined) =>
    first({ value: given, from: flag }, { value: env[variable], from: variable }, { value: saved[field], from })
  const baseUrl = pick("--base-url", "MAS_BASE_URL", "base_url", globals["base-url"])
  const apiKey = pick("--api-key", "MAS_API_KEY", "api_key", globals["api-key"])
  // A session is only what a profile holds, so any key that was given beats it.
  const token = apiKey && apiKey.from !== from ? undefined : first({ value: saved.token, from })
  if (globals.profile !== undefined) for (const found of [baseUrl, apiKey]) noteOverride(found, saved, from, note)
  if (saved.api_key !== undefined || saved.token !== undefined) await warnOfExposure(io, name, note)
  return {
    name,
    baseUrl: baseUrl?.value,
    apiKey: token ? undefined : apiKey?.value,
    token: token?.value,
    brand: pick("--brand", "MAS_BRAND_SID", "brand", globals.brand)?.value,
    account: pick("--account", "MAS_ACCOUNT_ID", "account", globals.account)?.value,
    credentialFrom: (token ?? apiKey)?.from,
    baseUrlFrom: baseUrl?.from,
  }
}

/** The profile that is named, or in use, as it is kept. */
export async function namedProfile(
  io: Io,
  globals: GlobalFlags,
  note: (text: string) => void = () => {},
): Promise<{ readonly name: string | undefined; readonly saved: SavedProfile }> {
  const { profiles, current } = await readConfig(io)
  const name = globals.profile ?? (io.env.MAS_PROFILE || undefined) ?? current
  if (name === undefined) return saysWhere(io, globals) ? { name, saved: {} } : unnamed(io, note)
  const saved = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  return { name, saved: saved ?? (await builtIn(io, name, globals, profiles)) }
}

const saysWhere = ({ env }: Io, globals: GlobalFlags): boolean =>
  Boolean(globals["base-url"] || globals["api-key"] || env.MAS_BASE_URL || env.MAS_API_KEY)

/** Who has said nothing at all is led to the mock server that runs, which nothing can go wrong on. */
async function unnamed(io: Io, note: (text: string) => void) {
  const { mockInstead } = await import("./mock-profiles.ts")
  const saved = await mockInstead(io)
  if (saved === undefined) return { name: undefined, saved: {} }
  if (io.stdout.isTTY) note(`No profile is set: this goes to the mock server at ${saved.base_url}.`)
  return { name: "mock", saved }
}

/** The environment without what is of another service than the mock server on this machine. */
function ofMock({ MAS_API_KEY: _, MAS_BASE_URL: url, ...env }: Io["env"]): Io["env"] {
  return isLoopback(url ?? "") ? { ...env, MAS_BASE_URL: url } : env
}

async function builtIn(
  io: Io,
  name: string,
  globals: GlobalFlags,
  profiles: Readonly<Record<string, SavedProfile>>,
): Promise<SavedProfile> {
  if (isBuiltIn(name)) return (await import("./mock-profiles.ts")).mockProfile(io, name, globals)
  const near = nearest(name, [...Object.keys(profiles), ...Object.keys(builtInProfiles)])
  throw new UsageError(
    `there is no profile ${name}`,
    near ? `Did you mean ${near}?` : "`mas login --profile <name>` makes one.",
  )
}

function first(...candidates: { value: string | undefined; from: string }[]): Found | undefined {
  for (const { value, from } of candidates) if (value) return { value, from }
  return undefined
}

/** A profile that was named, and yet not used in full, is worth a word. */
function noteOverride(found: Found | undefined, saved: SavedProfile, from: string, note: (text: string) => void): void {
  if (!found?.from.startsWith("MAS_")) return
  const own = found.from === "MAS_BASE_URL" ? saved.base_url : (saved.api_key ?? saved.token)
  if (own !== undefined && own !== found.value) note(`${found.from} is set and wins over ${from}.`)
}

async function warnOfExposure(io: Io, name: string | undefined, note: (text: string) => void): Promise<void> {
  const exposure = name === undefined || isBuiltIn(name) ? undefined : await configExposure(io)
  if (exposure) note(`Warning: ${exposure.problem}. Run: ${exposure.fix}`)
}
