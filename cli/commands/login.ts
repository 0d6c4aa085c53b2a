import { APIError } from "../../sdk/client/errors.ts"
import { defined } from "../../sdk/client/transport/fields.ts"
import type { Account } from "../../sdk/contract/account.ts"
import { profileToSave, saveCredential } from "../connection/account/save-profile.ts"
import type { Context } from "../connection/context.ts"
import { accountOfKeyError } from "../connection/profile/account-of-key.ts"
import { type Address, addressError } from "../connection/profile/address.ts"
import { defaultMockAddress, isBuiltIn, noCredential } from "../connection/profile/built-in-profiles.ts"
import { readOrSetAside } from "../connection/profile/config-file.ts"
import type { SavedProfile } from "../connection/profile/profile.ts"
import { variableOf } from "../connection/profile/variables.ts"
import { textOf } from "../line/flag-values.ts"
import { CliError, UsageError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"

interface Checked {
  readonly saved: SavedProfile
  readonly account: Account | undefined
}

/** `mas login`: saves a credential only if the service accepts it. */
export async function run(context: Context): Promise<void> {
  const { io, globals, flags } = context
  const name = profileToSave(context)
  const { profiles } = (await readOrSetAside(io)).config
  const before: SavedProfile = Object.hasOwn(profiles, name) ? (profiles[name] ?? {}) : {}
  const email = textOf(flags, "email")
  if (email === undefined && globals.account !== undefined) throw accountOfKeyError("--account", name)
  refuseToHang(context, name, before, email)
  const base_url = await address(context, name, before)
  const { brand = before.brand, account = before.account } = globals
  const base: SavedProfile = { base_url, ...defined({ brand }) }
  const checked =
    email === undefined
      ? await byKey(context, base)
      : await byPassword(context, { ...base, ...defined({ account }) }, email)
  const { saved } = checked
  const stored = await saveCredential(context, name, saved)
  await context.output.record({
    profile: name,
    base_url,
    credential: saved.token === undefined ? "api_key" : "session",
    ...(saved.email === undefined ? {} : { email: saved.email }),
    ...(checked.account ? { account: { id: checked.account.id, name: checked.account.name } } : {}),
  })
  context.note(stored)
}

/** Without a terminal, lists all missing values at once. */
function refuseToHang(context: Context, name: string, before: SavedProfile, email: string | undefined): void {
  if (context.isInteractive) return
  const missing: string[] = []
  if (knownAddress(context, name, before) === undefined) missing.push("--base-url <url>")
  if (email === undefined && context.globals["api-key"] === undefined) missing.push("--api-key -")
  if (email !== undefined && context.flags.password === undefined) missing.push("--password -")
  if (missing.length > 0) {
    throw new UsageError(`missing ${missing.join(", ")}`, "Pipe the credential in, so that no other program sees it.")
  }
}

function knownAddress({ io, globals }: Context, name: string, before: SavedProfile): Address | undefined {
  const flag = globals["base-url"]
  if (flag !== undefined) return { url: flag, from: "--base-url" }
  const variable = variableOf(io.env, "MAS_BASE_URL")
  if (variable !== undefined) return { url: variable, from: "MAS_BASE_URL" }
  const url = before.base_url ?? (isBuiltIn(name) ? defaultMockAddress : undefined)
  return url === undefined ? undefined : { url, from: `profile ${name}` }
}

async function address(context: Context, name: string, before: SavedProfile): Promise<string> {
  const savedAddress = knownAddress(context, name, before)
  const mistake = savedAddress && addressError(savedAddress)
  if (mistake) throw mistake
  if (savedAddress !== undefined) return savedAddress.url
  return context.ask.text("Address of the service:", {
    default: defaultMockAddress,
    check: (typed) => (addressError({ url: typed, from: undefined }) ? "Such as https://api.example.com" : undefined),
  })
}

async function byKey(context: Context, base: SavedProfile): Promise<Checked> {
  const apiKey = context.globals["api-key"] ?? (await context.ask.password("API key:"))
  const saved = { ...base, api_key: apiKey.trim() }
  if (context.flags.check === false) return { saved, account: undefined }
  const account = await accountOf(context, saved)
    .catch(refusedBy(base.base_url, "API key"))
    .catch(refusedScope("The API key", saved))
  return { saved, account }
}

async function byPassword(context: Context, base: SavedProfile, email: string): Promise<Checked> {
  const password = textOf(context.flags, "password") ?? (await context.ask.password(`Password of ${email}:`))
  const client = await context.client({ baseUrl: base.base_url, token: noCredential })
  const { signal } = context.io
  const { token } = await client.auth
    .login({ user: { email, password } }, { signal })
    .catch(refusedBy(base.base_url, `password of ${email}`))
  const saved = { ...base, token, email }
  return { saved, account: await accountOf(context, saved).catch(refusedScope(email, saved)) }
}

/** An account and a brand that a profile has may be somebody else's, or of another service. */
const refusedScope =
  (who: string, { account, brand }: SavedProfile) =>
  (error: unknown) => {
    const scopes = Object.entries({ account, brand }).filter(([, value]) => value !== undefined)
    if (scopes.length === 0) throw error
    const scope = scopes.map((entry) => entry.join(" ")).join(" and ")
    const flags = scopes.map(([name]) => `--${name}`).join(" and ")
    const wayOut = `Give another with ${flags}, or save in another profile with --profile.`
    throw refusal(error, [401, 403, 404], `${who} was not let into ${scope}`, wayOut)
  }

const refusedBy = (baseUrl: string | undefined, what: string) => (error: unknown) => {
  const wayOut = "Check that it is complete, and that it belongs to this service."
  throw refusal(error, [401, 403], `${baseUrl} refused the ${what}`, wayOut)
}

/** The error for one of these statuses; any other error as it is. */
function refusal(error: unknown, statuses: readonly number[], what: string, wayOut: string): unknown {
  if (!(error instanceof APIError && statuses.includes(error.status))) return error
  return new CliError(`${what}: ${error.detail}`, exitCodes.credentials, {
    cause: error,
    code: error.errorCode ?? String(error.code),
    status: error.status,
    hint: `Nothing was saved. ${wayOut}`,
  })
}

/** The account of a credential: proof that it is accepted. */
async function accountOf(context: Context, saved: SavedProfile): Promise<Account> {
  const { base_url, api_key, token, brand, account } = saved
  const credential = token === undefined ? { apiKey: api_key } : { token }
  const client = await context.client({
    ...{ baseUrl: base_url, ...credential },
    ...defined({ brandSid: brand, accountId: account }),
  })
  return client.account.get({ signal: context.io.signal })
}
