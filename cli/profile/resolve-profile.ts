import type { GlobalFlags } from "../context.ts"
import { UsageError } from "../errors/cli-error.ts"
import type { Io } from "../io.ts"
import { nearest } from "../line/suggest.ts"
import { configExposure, readConfig } from "./config-file.ts"
import type { Profile, SavedProfile } from "./profile.ts"

/** The mock server where `mas mock start` puts it, with the API key of its seeded world. */
export const mockProfile: SavedProfile = { base_url: "http://127.0.0.1:4010", api_key: "maskey_live_mock" }

/** The name of the profile that is there without being saved. */
export const mockProfileName = "mock"

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
  const { env } = io
  const { name, saved } = await namedProfile(io, globals)
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
  { profile }: GlobalFlags,
): Promise<{ readonly name: string | undefined; readonly saved: SavedProfile }> {
  const config = await readConfig(io)
  const name = profile ?? (io.env.MAS_PROFILE || undefined) ?? config.current
  return { name, saved: name === undefined ? {} : findProfile(name, config.profiles) }
}

function findProfile(name: string, profiles: Readonly<Record<string, SavedProfile>>): SavedProfile {
  const saved = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (saved) return saved
  if (name === mockProfileName) return mockProfile
  const near = nearest(name, [...Object.keys(profiles), mockProfileName])
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
  const exposure = name === mockProfileName ? undefined : await configExposure(io)
  if (exposure) note(`Warning: ${exposure.problem}. Run: ${exposure.fix}`)
}
