import {
  AuthenticationError,
  ConnectionError,
  InvalidArgumentError,
  MasError,
  PermissionDeniedError,
} from "../../../sdk/client/errors.ts"
import { defined } from "../../../sdk/client/transport/fields.ts"
import type { Context } from "../../connection/context.ts"
import { accountOfKeyError } from "../../connection/profile/account-of-key.ts"
import { addressError } from "../../connection/profile/address.ts"
import { readConfig } from "../../connection/profile/config-file.ts"
import type { SavedProfile } from "../../connection/profile/profile.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { nothingFound } from "../../terminal/errors/nothing-found.ts"

/** `refused`: the service does not accept the credential; `unclear`: neither accepted nor refused. */
type State = "lives" | "refused" | "incomplete" | "unreachable" | "unclear"

interface Verdict {
  readonly state: State
  readonly account?: number | undefined
  readonly account_name?: string | undefined
  readonly detail?: string | undefined
}

/** The exit code of each state; the first one that occurs counts. */
const codes: readonly (readonly [state: State, code: ExitCode])[] = [
  ["refused", exitCodes.credentials],
  ["incomplete", exitCodes.credentials],
  ["unreachable", exitCodes.network],
  ["unclear", exitCodes.failure],
]

const columns = ["name", "state", "account", "account_name", "base_url", "detail"]

/** `mas profiles check`: asks each saved profile's own address whose its credential is. */
export async function run(context: Context): Promise<ExitCode> {
  const { profiles } = await readConfig(context.io)
  const saved = Object.entries(profiles)
  if (saved.length === 0) throw nothingFound("There is no saved profile", "`mas login` saves one.")
  if (context.globals["dry-run"]) {
    context.note("Nothing was asked: this is a dry run.")
    return exitCodes.ok
  }
  for (const [, { api_key, token }] of saved)
    for (const secret of [api_key, token]) if (secret) context.redactor.add(secret)
  const rows: ({ readonly name: string; readonly base_url: string | undefined } & Verdict)[] = []
  // One after the other: a service counts wrong credentials of one machine.
  for (const [name, profile] of saved) {
    const { account, account_name, state, detail } = await verdictOn(name, profile, context)
    rows.push({ name, state, account, account_name, base_url: profile.base_url, detail })
  }
  await context.output.rows(rows, { columns })
  return codes.find(([state]) => rows.some((row) => row.state === state))?.[1] ?? exitCodes.ok
}

async function verdictOn(name: string, saved: SavedProfile, context: Context): Promise<Verdict> {
  const { base_url: baseUrl, token, brand, account } = saved
  const apiKey = token === undefined ? saved.api_key : undefined
  const address = addressError({ url: baseUrl ?? "", from: `profile ${name}` })
  if (baseUrl === undefined || address) return { state: "incomplete", detail: address?.message }
  if (!token && !apiKey) return { state: "incomplete", detail: "no credential is saved" }
  if (apiKey && account) return { state: "incomplete", detail: accountOfKeyError(`profile ${name}`, name).message }
  try {
    const timeout = context.globals.timeout ?? 10_000
    const client = await context.client({
      ...{ baseUrl, maxRetries: 0, timeout },
      ...defined({ apiKey, token, brandSid: brand, accountId: account }),
    })
    const { id, name: account_name } = await client.account.get({ signal: context.io.signal })
    return { state: "lives", account: id, account_name }
  } catch (error) {
    context.io.signal.throwIfAborted()
    if (!(error instanceof MasError)) throw error
    return { state: stateOf(error), detail: error.message }
  }
}

function stateOf(error: MasError): State {
  if (error instanceof AuthenticationError) return "refused"
  // The credential is known, but may not read its account.
  if (error instanceof PermissionDeniedError) return "lives"
  if (error instanceof ConnectionError) return "unreachable"
  return error instanceof InvalidArgumentError ? "incomplete" : "unclear"
}
