import type { CallSender } from "../client/request/account-of.ts"
import { fieldReader, isText } from "../client/transport/fields.ts"
import { type OpenMessage, parsed } from "./row.ts"

/** Identifies a sender in a row: the account by its id for people, and by its hash for programs. */
export function senderText(sender: CallSender | undefined): string {
  if (sender === undefined) return "{}"
  const { service, account, accountId, brandSid, pinnedBy } = sender
  const accountName = accountId === null ? "an account that its key cannot read" : `account ${accountId}`
  return JSON.stringify({ service, accountName, account, ...(brandSid && { brandSid }), ...(pinnedBy && { pinnedBy }) })
}

/**
 * Why this sender must leave a row to another one; undefined if it may send it. An idempotency key reaches across no service, account
 * or brand: repeated by another sender, the message would go out twice.
 */
export function obstacleOf(
  { accountId, isInDoubt, triedBy }: OpenMessage,
  sender: CallSender | undefined,
): string | undefined {
  const mine = senderText(sender)
  if (sender !== undefined && accountId !== null && accountId !== String(sender.accountId)) {
    const whose = sender.accountId === null ? "cannot read its account" : `is of account ${sender.accountId}`
    return `it is for account ${accountId}, and the credential of this sender ${whose}: run a sender with a credential of that account`
  }
  if (!isInDoubt || triedBy === mine) return undefined
  const earlier = nameOf(triedBy)
  const difference =
    earlier === nameOf(mine)
      ? "that is another one by now, such as a mock server that began anew"
      : `this is ${nameOf(mine)}`
  return `it may have been accepted from ${earlier}, and ${difference}. Only the same sender may repeat it: run one, or set in_doubt of the row to 0 once the service shows that it was not accepted`
}

/** A sender's name for people. */
function nameOf(text: string | null): string {
  if (text === null) return "a sender that an earlier version did not record"
  const field = fieldReader(parsed(text))
  const [service, accountName] = [field("service", isText), field("accountName", isText)]
  if (service === undefined || accountName === undefined) return "a client without sender()"
  const [brandSid, pinnedBy] = [field("brandSid", isText), field("pinnedBy", isText)]
  const brand = brandSid ? `brand ${brandSid}` : pinnedBy ? `the brand of ${pinnedBy}` : "the default brand"
  return `${brand} of ${accountName} at ${service}`
}
