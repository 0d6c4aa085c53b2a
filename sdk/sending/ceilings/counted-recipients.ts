import { sha256 } from "../../client/sha256.ts"
import { type Address, readAddresses } from "../recipients/address.ts"
import type { OutgoingCall } from "../recipients/outgoing-call.ts"
import { recipientsOf } from "../recipients/recipients-of.ts"
import { straysIn, textsIn } from "../recipients/strays.ts"
import type { Ceilings } from "./options.ts"

/** Somebody whom a call reaches. */
export interface CountedRecipient {
  /** Equal for all spellings of one mailbox or number; empty for people whom the call does not name. */
  readonly key: string
  /** Number of people. */
  readonly count: number
  /** As the call has it. */
  readonly text: string
}

/** Whom a call reaches, each once, by the contract. None if it reaches nobody. `refuse` throws if nobody can tell how many. */
export function countedRecipients(
  call: OutgoingCall,
  { allowIndirect }: Pick<Ceilings, "allowIndirect">,
  refuse: (why: string, unreadable?: string) => never,
): { readonly name: string; readonly recipients: readonly CountedRecipient[] } {
  const reached = recipientsOf(call)
  const { name, reach, doubt } = reached
  if (doubt) return refuse(`it may reach people that the call does not name, as ${doubt}`)
  if (reach === "nobody") return { name, recipients: [] }
  if ("indirect" in reach) {
    const count = Object.hasOwn(allowIndirect, name) ? allowIndirect[name] : undefined
    if (count !== undefined) return { name, recipients: [{ key: "", count, text: "people whom it does not name" }] }
    const advice = `say for how many it counts: allowIndirect { ${JSON.stringify(name)}: … }, or "${name} counts …" in MAS_MAX_SENDS`
    return refuse(`it reaches people that the call does not name, ${reach.indirect}: ${advice}`)
  }
  const body: unknown = typeof call.body === "string" ? JSON.parse(call.body) : {}
  const read = (text: string | undefined, location: string): Address[] => {
    const addresses = text === undefined ? undefined : readAddresses(text)
    return addresses?.length
      ? addresses
      : refuse(`${location} holds ${JSON.stringify(text ?? null)}, which cannot be read as addresses`, text ?? "")
  }
  const strays = straysIn(Object(body), reach.field, call, reached).filter(({ problem }) => problem !== undefined)
  const addresses = [
    ...textsIn(body, reach.field).flatMap((text) => read(text, reach.field)),
    ...strays.flatMap(({ place: location, text }) => read(text, location)),
  ]
  const unique = new Map(addresses.map((address) => [mailboxOf(address), address.text]))
  return { name, recipients: [...unique].map(([mailbox, text]) => ({ key: hashOf(mailbox), count: 1, text })) }
}

const mailboxOf = (address: Address) =>
  address.channel === "sms" ? address.number : `${address.local}@${address.domain}`

/** The store keeps no addresses. */
export const hashOf = (text: string): string => sha256(text).slice(0, 32)
