import type { RecipientRule } from "../../contract/core/endpoint.ts"
import { detourOf } from "./detours.ts"
import type { OutgoingCall } from "./outgoing-call.ts"
import { isAmbiguous, plainPath, routeAt } from "./plain-path.ts"
import { type FieldKind, reaches } from "./reaches.gen.ts"

/** The recipients of a call, and the name of its endpoint. */
export interface ResolvedRecipients {
  readonly name: string
  readonly reach: RecipientRule
  /** The contract's fields of the body besides the recipient's; undefined if the contract has no such endpoint. */
  readonly fields?: Readonly<Record<string, FieldKind>>
  /** Why it is unknown which call a service reads in it, as half a sentence. */
  readonly doubt?: string
}

/** The recipients of a call, determined by the path that is sent: the caller's endpoint definition is ignored. */
export function recipientsOf(call: OutgoingCall): ResolvedRecipients {
  const method = call.method.toUpperCase()
  const plain = plainPath(call.path)
  const name = routeAt(method, plain)
  const recipients = name === undefined ? undefined : reaches[name]
  const unknown = { indirect: "possibly anyone: the contract has no such endpoint" }
  const reach: RecipientRule = recipients?.reach ?? (name !== undefined || method === "GET" ? "nobody" : unknown)
  const doubt = doubtIn(call)
  return {
    name: name ?? `${method} ${plain}`,
    reach,
    ...(recipients && { fields: recipients.fields }),
    ...(doubt && { doubt }),
  }
}

/** A GET reaches nobody under any path, unless it breaks out of its line. */
function doubtIn(call: OutgoingCall): string | undefined {
  const isRead = call.method.toUpperCase() === "GET"
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they could start another request
  const isBroken = /[\x00-\x20\x7f]|%(?:25)*(?:0[0ad])/i.test(call.path.replace(/\?.*$/s, ""))
  return isBroken || (!isRead && isAmbiguous(call.path)) ? "servers differ in how they read its path" : detourOf(call)
}
