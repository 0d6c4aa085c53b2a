import { rulesOfEnvironment } from "../../../sdk/client/request/client-rules.ts"
import { parseUrl } from "../../../sdk/contract/core/parse-url.ts"
import { trimEndOf } from "../../../sdk/contract/core/trim-end.ts"
import type { RecipientRules } from "../../../sdk/sending/recipients/recipient-rules.ts"
import type { GlobalFlags } from "../../line/command/global-flags.ts"
import { profileCommand } from "../../line/command-text.ts"
import { nearest } from "../../line/suggest.ts"
import { CliError, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import type { Io } from "../../terminal/io.ts"
import { isLoopback } from "./address.ts"
import { builtInProfiles, isBuiltIn } from "./built-in-profiles.ts"
import { configExposure, readConfig } from "./config-file.ts"
import type { Config, Profile, SavedProfile } from "./profile.ts"
import { variableOf } from "./variables.ts"

interface Found {
  readonly value: string
  readonly from: string
}

/**
 * Resolves address and credentials. Precedence: flags, the environment (`MAS_BASE_URL`, `MAS_API_KEY`, `MAS_BRAND_SID`,
 * `MAS_ACCOUNT_ID`), the profile of `--profile`, `MAS_PROFILE` or `mas profiles use`. A profile's other values are only
 * used with its own address. The config file is only read when needed.
 */
export async function resolveProfile(
  io: Io,
  globals: GlobalFlags,
  note: (text: string) => void,
  /** True for a command that creates the named profile if it is missing. */
  mayBeNew = false,
): Promise<Profile> {
  // An explicit built-in profile must not get the real service's key.
  const env = globals.profile !== undefined && isBuiltIn(globals.profile) ? ofMock(io.env) : io.env
  const settingOf = (flag: string, variable: string, value: string | undefined) =>
    first({ value, from: flag }, { value: variableOf(env, variable), from: variable })
  const profileName = settingOf("--profile", "MAS_PROFILE", globals.profile)?.value
  const baseUrl = settingOf("--base-url", "MAS_BASE_URL", globals["base-url"])
  const isKeyEmpty = globals["api-key"] === undefined && env.MAS_API_KEY?.trim() === ""
  const apiKey = first(
    { value: globals["api-key"], from: "--api-key" },
    { value: isKeyEmpty ? undefined : env.MAS_API_KEY, from: "MAS_API_KEY" },
  )
  const isComplete = baseUrl !== undefined && (apiKey !== undefined || isKeyEmpty)
  const chosen: Named =
    profileName === undefined && isComplete ? unresolved : await namedProfile(io, globals, note, mayBeNew)
  const { name, saved } = chosen
  const from = `profile ${name}`
  const savedSetting = (field: keyof SavedProfile) => first({ value: saved[field], from })
  const isElsewhere = baseUrl !== undefined && !isAddressOf(chosen, baseUrl.value)
  const credential =
    isElsewhere || apiKey !== undefined || isKeyEmpty ? undefined : (savedSetting("token") ?? savedSetting("api_key"))
  const isToken = credential !== undefined && saved.token !== undefined
  const holdsKey = saved.api_key !== undefined || saved.token !== undefined
  if (globals.profile !== undefined) for (const setting of [baseUrl, apiKey]) noteOverride(setting, saved, from, note)
  if (holdsKey) await warnOfExposure(io, name, note)
  const scopeSetting = (flag: string, variable: string, field: "brand" | "account") =>
    settingOf(flag, variable, globals[field]) ?? (isElsewhere ? undefined : savedSetting(field))
  const account = scopeSetting("--account", "MAS_ACCOUNT_ID", "account")
  return {
    name,
    baseUrl: (baseUrl ?? savedSetting("base_url"))?.value,
    apiKey: (apiKey ?? (isToken ? undefined : credential))?.value,
    token: isToken ? credential.value : undefined,
    brand: scopeSetting("--brand", "MAS_BRAND_SID", "brand")?.value,
    account: account?.value,
    accountFrom: account?.from,
    credentialFrom: (apiKey ?? credential)?.from,
    baseUrlFrom: (baseUrl ?? savedSetting("base_url"))?.from,
    recipients: rulesOfEnvironment((variable) => io.env[variable]) ?? rulesOfProfile(chosen),
    ...(isKeyEmpty
      ? { withheld: emptyKey("MAS_API_KEY") }
      : isElsewhere && holdsKey && apiKey === undefined
        ? { withheld: withheldError(from, saved, baseUrl) }
        : {}),
  }
}

/** The recipient rules of a profile. They apply to every address. */
function rulesOfProfile({ name, saved }: Named): RecipientRules | undefined {
  const { allowed_recipients: allow, redirect_to: redirectTo, allow_unseen: unseen } = saved
  if (allow === undefined && redirectTo === undefined) return undefined
  // The guard refuses names that are not endpoints.
  const allowIndirect = unseen?.split(/[\s,]+/).filter(Boolean) as RecipientRules["allowIndirect"]
  return { allow: [allow ?? ""], redirectTo: redirectTo || undefined, allowIndirect, source: `profile ${name}` }
}

interface Named {
  readonly name: string | undefined
  readonly saved: SavedProfile
  /** True for a built-in profile of the mock server, which is not saved. */
  readonly isMocks?: boolean
}

const unresolved: Named = { name: undefined, saved: {} }

/** The selected or current profile, as saved. */
export async function namedProfile(
  io: Io,
  globals: GlobalFlags,
  note: (text: string) => void = () => {},
  mayBeNew = false,
): Promise<Named> {
  const { profiles, current } = await readConfig(io)
  const name = globals.profile ?? variableOf(io.env, "MAS_PROFILE") ?? current
  if (name === undefined) return hasTarget(io, globals) ? unresolved : unnamed(io, note)
  const saved = Object.hasOwn(profiles, name) ? profiles[name] : mayBeNew && !isBuiltIn(name) ? {} : undefined
  if (saved) return { name, saved }
  if (!isBuiltIn(name)) throw noProfile(name, { profiles })
  const { mockProfile } = await import("./mock-profiles.ts")
  return { name, saved: await mockProfile(io, name, globals), isMocks: true }
}

/** True for the profile's own address. The built-in profiles' keys are public: any server on this machine may get them. */
function isAddressOf({ saved, isMocks }: Named, url: string): boolean {
  if (isMocks && isLoopback(url)) return true
  return saved.base_url !== undefined && plainAddress(saved.base_url) === plainAddress(url)
}

const plainAddress = (url: string) => trimEndOf(parseUrl(url)?.href ?? url, "/")

/** The error for a missing credential, in the command line's words. */
export function noCredentialError({ name, baseUrl }: Partial<Pick<Profile, "name" | "baseUrl">> = {}): CliError {
  const login = profileCommand("login", name)
  return new CliError("no credential is set", exitCodes.credentials, {
    code: "no_credential",
    // Without any setting a running mock server would have been used.
    hint:
      name === undefined && baseUrl === undefined
        ? `No mock server runs: start one with \`mas mock\`. For the service itself, run ${login} or set MAS_API_KEY.`
        : `Run ${login}, set MAS_API_KEY, or use --profile mock with the local mock server.`,
  })
}

/** The error for an empty credential: no other one replaces it. `from` is its source. */
export function emptyKey(from: string): CliError {
  return new CliError(`${from} is empty`, exitCodes.credentials, {
    code: "no_credential",
    hint: "Pass a key: an empty one is not replaced by the saved one.",
  })
}

function withheldError(from: string, saved: SavedProfile, { value, from: source }: Found): CliError {
  return new CliError(
    `the credential of ${from} is for ${saved.base_url ?? "no address"}, and does not go to ${value} (${source})`,
    exitCodes.credentials,
    {
      code: "credential_of_another_address",
      hint: "Pass --api-key (or MAS_API_KEY) for that address, or use a profile for it.",
    },
  )
}

const hasTarget = ({ env }: Io, globals: GlobalFlags): boolean =>
  Boolean(globals["base-url"] || globals["api-key"] || env.MAS_BASE_URL || env.MAS_API_KEY)

/** Without any settings, commands go to the running mock server, where nothing can go wrong. */
async function unnamed(io: Io, note: (text: string) => void): Promise<Named> {
  const [{ mockInstead }, { isFirstNotice }] = await Promise.all([
    import("./mock-profiles.ts"),
    import("./first-notice.ts"),
  ])
  const saved = await mockInstead(io)
  if (saved === undefined) return unresolved
  const notice = `No profile is set: commands go to the mock server at ${saved.base_url}.`
  if (isFirstNotice(io, notice)) note(notice)
  return { name: "mock", saved, isMocks: true }
}

/** The environment without the address and the key of other services than the mock server on this machine. */
function ofMock({ MAS_API_KEY: _, MAS_BASE_URL: url, ...env }: Io["env"]): Io["env"] {
  return isLoopback(url ?? "") ? { ...env, MAS_BASE_URL: url } : env
}

export function noProfile(name: string, { profiles }: Config): UsageError {
  const names = [...new Set([...Object.keys(profiles), ...Object.keys(builtInProfiles)])]
  const near = nearest(name, names)
  return new UsageError(
    `there is no profile ${name}`,
    near ? `Did you mean ${near}?` : `There are ${names.join(", ")}; \`mas login --profile <name>\` creates one.`,
  )
}

function first(...candidates: { value: string | undefined; from: string }[]): Found | undefined {
  for (const { value, from } of candidates) if (value) return { value, from }
  return undefined
}

/** Notes when the environment overrides an explicit profile. */
function noteOverride(
  setting: Found | undefined,
  saved: SavedProfile,
  from: string,
  note: (text: string) => void,
): void {
  if (!setting?.from.startsWith("MAS_")) return
  const savedValue = setting.from === "MAS_BASE_URL" ? saved.base_url : (saved.api_key ?? saved.token)
  if (savedValue !== undefined && savedValue !== setting.value)
    note(`${setting.from} is set and takes precedence over ${from}.`)
}

async function warnOfExposure(io: Io, name: string | undefined, note: (text: string) => void): Promise<void> {
  const exposure = name === undefined || isBuiltIn(name) ? undefined : await configExposure(io)
  if (exposure) note(`Warning: ${exposure.problem}. Run: ${exposure.fix}`)
}
