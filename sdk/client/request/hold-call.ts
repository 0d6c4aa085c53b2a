import { CallHeldError, type CallHold } from "../../sending/recipients/call-hold.ts"
import { InvalidArgumentError } from "../errors.ts"
import { accountOf, type GetAccount, type GetUser, senderOf, userOf } from "./account-of.ts"
import type { Call } from "./call.ts"

/**
 * Gives a call that reaches people to the client's hold, after the recipient guard has let it through. `ask` asks by the
 * call's own settings.
 * @throws CallHeldError unless the hold lets it pass. @throws InvalidArgumentError for a call that cannot be held.
 */
export async function holdCall(
  call: Call,
  hold: CallHold,
  ask: { readonly account: GetAccount; readonly user: GetUser },
): Promise<void> {
  const { target, settings, shownPath, body, idempotencyKey } = call
  if (target.method === "GET") return
  const path = call.path.slice(settings.basePath.length)
  const { recipientsOf } = await import("../../sending/recipients/recipients-of.ts")
  const { name, reach, doubt } = recipientsOf({ ...call, method: target.method, path })
  if (reach === "nobody" && doubt === undefined && !hold.holdsAllWrites) return
  const refuse = (why: string) =>
    new InvalidArgumentError(
      "hold",
      `cannot keep ${name} for a person, as ${why}: a person has to make it, without a hold`,
    )
  if (typeof body === "object" && body !== null) throw refuse("it sends a file")
  if (target.auth === false) throw refuse("it acts for no account")
  const sender = senderOf(call, await accountOf(call, ask.account))
  const { service, account, accountName, brandSid, pinnedBy } = sender
  const isPersonal = doubt !== undefined || personal.test(name)
  const person = isPersonal ? await userOf(call, ask.user) : { user: null, userName: null }
  const item = await hold.hold({
    method: target.method,
    path,
    body,
    brandSid,
    pinnedBy,
    idempotencyKey,
    at: service,
    account,
    accountName,
    ...person,
  })
  if (item) throw new CallHeldError(item, { method: target.method, path: shownPath, attempts: 0, idempotencyKey })
}

/** Calls whose effect depends on who is signed in, or may: the contract does not have those that are named by method and path. */
const personal = /^(user|impersonation|auth|oauth|affiliate)\.| /
