import { InvalidArgumentError } from "../../client/errors.ts"
import { parseMailbox } from "../../contract/core/mailbox.ts"
import { type Address, plainNumber } from "./address.ts"

/** Returns whether a recipient matches. */
export type Pattern = (address: Address) => boolean

/** Characters that older mail servers read as a route to another server; a `*` never matches them. */
const routed = /[\s!"%(),:;<>@[\\\]]/

/**
 * One entry of a list of recipients: an address, a phone number, or either with `*` at the beginning or end of one of its
 * sides. `*` alone is everyone. An address without a plus-tag also matches the same mailbox with one.
 */
export function readPattern(text: string, argument: string): Pattern {
  if (text === "*") return () => true
  if (/^\+[\d().-]*\*?$/.test(text)) {
    const number = glob(plainNumber(text))
    return (address) => address.channel === "sms" && number(address.number)
  }
  const parts = parseMailbox(text)
  if (parts === undefined || parts.domain.split(".").some(isSwallowed)) throw unreadable(text, argument)
  const domain = glob(parts.domain)
  const local = readLocal(parts.local)
  return (address) => address.channel === "email" && domain(address.domain) && local(address.local)
}

/** In `*münchen.test` the star becomes part of the ASCII form, and no longer matches anything. */
const isSwallowed = (label: string) => label.includes("*") && label.includes("xn--")

function readLocal(pattern: string): (local: string) => boolean {
  if (pattern.includes("*")) {
    const fits = glob(pattern)
    return (local) => !routed.test(local) && fits(local)
  }
  return (local) => local === pattern || (!pattern.includes("+") && withoutTag(local) === pattern)
}

const withoutTag = (local: string) => local.replace(/^([^+]+)\+.*$/s, "$1")

function glob(pattern: string): (text: string) => boolean {
  const [first = "", ...rest] = pattern.split("*")
  const last = rest.pop()
  if (last === undefined) return (text) => text === pattern
  return (text) => {
    let at = first.length
    for (const part of rest) {
      const index = text.indexOf(part, at)
      if (index < 0) return false
      at = index + part.length
    }
    return text.startsWith(first) && text.endsWith(last) && text.length - last.length >= at
  }
}

function unreadable(text: string, argument: string): InvalidArgumentError {
  const advice = "write ana@acme.test, *@acme.test, *@*.acme.test, +4915* or *"
  return new InvalidArgumentError(
    argument,
    `holds ${JSON.stringify(text)}, which is not a recipient pattern: ${advice}`,
  )
}
