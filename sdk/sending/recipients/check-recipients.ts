import type { FailedRequest } from "../../client/errors.ts"
import { ignoreErrors, type Logger } from "../../client/hooks.ts"
import { type Address, readAddresses } from "./address.ts"
import type { OutgoingCall } from "./outgoing-call.ts"
import { type ParsedRules, parsedRulesOf } from "./parsed-rules.ts"
import type { RecipientRules } from "./recipient-rules.ts"
import { type ResolvedRecipients, recipientsOf } from "./recipients-of.ts"
import { RecipientRefusedError, type Refusal } from "./refused-error.ts"
import { type Stray, straysIn, textsIn } from "./strays.ts"

interface GuardedCall extends Omit<OutgoingCall, "method"> {
  readonly target: { readonly method: string }
  readonly shownPath: string
  readonly idempotencyKey: string | undefined
}

interface AppliedRules {
  /** The body to send instead, if recipients were redirected. */
  readonly body?: string
  readonly redirectedTo?: string
}

/** The tag that keeps the original recipients of a message. */
const redirectedTag = "redirected_from"
const maxTag = 998

/**
 * Checks a call before it is sent. Returns the new body if recipients are redirected, and logs that.
 * @throws RecipientRefusedError if the rules do not allow a recipient.
 */
export function checkRecipients(call: GuardedCall, rules: RecipientRules, logger?: Logger): { readonly body?: string } {
  const { method } = call.target
  const { shownPath: path, idempotencyKey } = call
  const { body, redirectedTo } = applyRules({ ...call, method }, rules, { method, path, attempts: 0, idempotencyKey })
  if (body === undefined) return {}
  ignoreErrors(() => logger?.info?.(`${method} ${path} is redirected to ${redirectedTo}`, { source: rules.source }))
  return { body }
}

/**
 * Applies the rules to a call that is about to be sent.
 * @throws RecipientRefusedError if the rules do not allow a recipient.
 */
export function applyRules(call: OutgoingCall, rules: RecipientRules, request: FailedRequest): AppliedRules {
  const checkRecipients = parsedRulesOf(rules)
  if (checkRecipients.isOpen) return {}
  const reached = recipientsOf(call)
  const { name, reach } = reached
  const refuse: Refuse = (why, refusal) => {
    const { source } = checkRecipients
    throw new RecipientRefusedError(`${name} was not sent: ${why} (${source})`, request, { source, ...refusal })
  }
  const { doubt } = reached
  if (doubt) return refuse(`it may reach people that the call does not name, as ${doubt}`, { rule: "allowIndirect" })
  if (reach === "nobody") return {}
  if ("indirect" in reach) {
    if (checkRecipients.allowsUnseen(name)) {
      // The body of an upload has the contract's parts only.
      if (reached.fields && typeof call.body !== "object")
        admit(straysIn(readBody(call, refuse), "", call, reached), checkRecipients, refuse)
      return {}
    }
    const advice = `Name ${name} in allowIndirect to let it through`
    return refuse(`it reaches people that the call does not name, ${reach.indirect}. ${advice}`, {
      rule: "allowIndirect",
    })
  }
  const body = readBody(call, refuse)
  admit(straysIn(body, reach.field, call, reached), checkRecipients, refuse)
  const texts = textsIn(body, reach.field).map((text) => readRecipients(text, reach.field, refuse))
  const strangers = texts.flat().filter((address) => !checkRecipients.isAllowed(address))
  const [first] = strangers
  if (first === undefined) return {}
  if (checkRecipients.targets.length === 0)
    return refuse(notAllowed(first, checkRecipients), { rule: "allow", recipient: first.text })
  return redirect({
    body,
    field: reach.field,
    texts,
    strangers,
    canRedirect: reach.redirect,
    reached,
    checkRecipients,
    refuse,
  })
}

/** Refuses a call that has more than its contract, or an address that is not allowed where the contract has none. */
function admit(strays: readonly Stray[], checkRecipients: ParsedRules, refuse: Refuse): void {
  for (const { place: location, problem, text } of strays) {
    const isAllowed =
      problem === undefined && text !== undefined && readAddresses(text)?.every(checkRecipients.isAllowed)
    const why = problem === undefined ? "may name a recipient who is not allowed" : `${problem}, ${mayBeRead}`
    if (!isAllowed) refuse(`${location} ${why}`, { rule: "allow", recipient: text })
  }
}

const mayBeRead = "so a service may read a recipient from it: leave it out"

type Refuse = (why: string, refusal: Omit<Refusal, "source">) => never

const notAllowed = ({ text }: Address, { entries }: ParsedRules) =>
  `${text} is not an allowed recipient: none of the ${entries} ${entries === 1 ? "entry" : "entries"} of allow fits`

function readBody({ body }: OutgoingCall, refuse: Refuse): object {
  if (body === null) return {}
  const value: unknown = typeof body === "string" ? JSON.parse(body) : undefined
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value
  return refuse("its body is not a JSON object, so its recipients are unknown", { rule: "allow" })
}

function readRecipients(text: string | undefined, field: string, refuse: Refuse): readonly Address[] {
  const addresses = text === undefined ? undefined : readAddresses(text)
  if (addresses?.length) return addresses
  const excerpt = text === undefined ? "no text" : JSON.stringify(text)
  return refuse(`${field} holds ${excerpt}, which cannot be read as exactly one address`, {
    rule: "allow",
    recipient: text,
  })
}

interface Redirected {
  readonly body: object
  readonly field: string
  readonly texts: readonly (readonly Address[])[]
  readonly strangers: readonly Address[]
  readonly canRedirect: true | undefined
  readonly reached: ResolvedRecipients
  readonly checkRecipients: ParsedRules
  readonly refuse: Refuse
}

/** Redirects the recipients of a call. Allowed ones stay, and each gets at most one message. */
function redirect({
  body,
  field,
  texts,
  strangers,
  canRedirect,
  reached,
  checkRecipients,
  refuse,
}: Redirected): AppliedRules {
  const target = (address: Address) => {
    const { text, channel } = address
    if (!canRedirect) {
      const why = `${text} is not an allowed recipient, and ${field} names the owner of a record, which cannot be redirected`
      return refuse(why, { rule: "redirectTo", recipient: text })
    }
    const why = `${text} is not an allowed recipient, and redirectTo has no target for ${channel}`
    return (
      checkRecipients.targets.find((one) => one.channel === channel)?.text ??
      refuse(why, { rule: "redirectTo", recipient: text })
    )
  }
  const unique = (list: readonly string[]) => [...new Set(list)]
  const to = texts.map((one) => unique(one.map((a) => (checkRecipients.isAllowed(a) ? a.text : target(a)))).join(", "))
  const value: unknown = Reflect.get(body, field)
  const changed = { ...body, [field]: Array.isArray(value) ? unique(to) : to[0] }
  const isTagged = reached.fields?.tags !== undefined && strangers.some(({ channel }) => channel === "email")
  const strangerList = strangers.map(({ text }) => text).join(", ")
  const tags = isTagged && {
    tags: { ...Object(Reflect.get(body, "tags")), [redirectedTag]: strangerList.slice(0, maxTag) },
  }
  return { body: JSON.stringify({ ...changed, ...tags }), redirectedTo: unique(strangers.map(target)).join(", ") }
}
