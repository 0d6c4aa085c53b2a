import { type AccountIdentity, identifyAccount } from "../../connection/account/account-identity.ts"
import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { shell } from "../../line/shell-word.ts"
import type { LockAccount } from "../../templates/index.ts"
import { confirmByTyping, looksAlike, typableName } from "../../terminal/ask/confirm-by-typing.ts"
import { CliError, refusedValue, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"

const confirmedNames = new WeakMap<Context, string>()

/** Asks whose credential this is, and names the account first: once, and again when it has changed. */
export async function nameAccount(context: Context): Promise<AccountIdentity> {
  const identity = await identifyAccount(context)
  const confirmed = textOf(context.flags, "confirm-account")
  if (confirmed !== undefined && !looksAlike(confirmed, identity.name))
    throw refusedValue("--confirm-account", `is not the name of this account, which is ${identity.owner}`)
  if (confirmedNames.get(context) !== identity.key) context.note(identity.label)
  confirmedNames.set(context, identity.key)
  return identity
}

/** Throws when the folder belongs to another account at this address, unless the name of this one was given. */
export function refuseOther(
  context: Context,
  folder: string,
  lockAccount: LockAccount | undefined,
  now: AccountIdentity,
): void {
  if (
    lockAccount === undefined ||
    lockAccount.key === now.key ||
    textOf(context.flags, "confirm-account") !== undefined
  )
    return
  const isSameName = lockAccount.name === now.owner
  throw new CliError(
    `${folder} belongs to ${lockAccount.name}, and this is ${isSameName ? "one of that name, on a mock server that began anew" : now.owner}: nothing was changed`,
    exitCodes.conflict,
    {
      code: "other_account",
      hint: `Use the credential of the former, or another folder: --dir. To let the folder belong to this account from now on: ${shell`mas templates pull --confirm-account ${now.name}`}`,
    },
  )
}

/** Asks for the account's name before a command deletes or creates everything known: `--yes` is too easy for that. */
export async function confirmAll(context: Context, what: string, { name, owner }: AccountIdentity): Promise<void> {
  if (textOf(context.flags, "confirm-account") !== undefined) return
  const why = `${owner} has none of the templates that this folder knows there. ${what}`
  const typed = typableName(name, context.output.screen)
  if (!context.isInteractive || typed === undefined)
    throw new UsageError(
      `${why} needs the account's name`,
      `Is it the right account? If so: --yes --confirm-account ${JSON.stringify(name)}`,
    )
  context.note(`${why}.`)
  await confirmByTyping(context.ask, "the account's name", typed)
}
