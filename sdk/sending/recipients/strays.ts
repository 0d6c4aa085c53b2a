import { headerRefusal } from "../../contract/core/message-names.ts"
import { foreignHeaders, queryOf, unescaped } from "./detours.ts"
import type { OutgoingCall } from "./outgoing-call.ts"
import type { FieldKind } from "./reaches.gen.ts"
import type { ResolvedRecipients } from "./recipients-of.ts"

/** A part of a call from which a service may read a recipient. */
export interface Stray {
  /** For example `headers.X-Owner`. */
  readonly place: string
  /** What is wrong with it, as half a sentence. Undefined if only its addresses matter. */
  readonly problem?: string
  /** Its text, if that has an address. */
  readonly text: string | undefined
}

/** The texts of the field that names the recipients; undefined for a value that is not text. */
export function textsIn(body: unknown, field: string): (string | undefined)[] {
  const value = field.split(".").reduce<unknown>((inside, name) => ownValue(inside, name), body)
  if (value === undefined || value === null) return []
  return (Array.isArray(value) ? value : [value]).map((one) => (typeof one === "string" ? one : undefined))
}

const ownValue = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/**
 * The parts of a call that the contract does not have, and the headers that some mail server reads a recipient from: a
 * service may read what its documents do not mention. `field` names the recipients.
 */
export function straysIn(
  body: object,
  field: string,
  { path, headers }: OutgoingCall,
  { fields }: ResolvedRecipients,
): Stray[] {
  if (fields === undefined) return []
  const query = [...queryOf(path).keys()]
  const inBody = fields.headers === "map" ? Object.entries(Object(ownValue(body, "headers"))) : []
  return [
    ...query.slice(0, 1).map((name) => stray("its query", notThere, name)),
    ...foreignHeaders(headers).flatMap(([name, value]) => inHeader(`the header ${name}`, name, value)),
    ...inBody.flatMap(([name, value]) => inHeader(`headers.${name}`, name, String(value))),
    ...inFields(body, "", field, fields),
  ]
}

const notThere = "is not in the contract"

const stray = (location: string, problem: string, value: unknown): Stray => ({
  place: location,
  problem,
  text: typeof value === "string" && hasAddress(value) ? value : undefined,
})

function inFields(value: object, outer: string, field: string, fields: Readonly<Record<string, FieldKind>>): Stray[] {
  return Object.entries(value).flatMap(([name, inside]: [string, unknown]) => {
    // The contract has no name with a dot.
    const location = [outer, name.replaceAll(".", " ")].filter(Boolean).join(".")
    if (location === field) return []
    if (field.startsWith(`${location}.`) && isRecord(inside)) return inFields(inside, location, field, fields)
    const kind = Object.hasOwn(fields, location) ? fields[location] : undefined
    if (kind === undefined) return [stray(location, notThere, inside)]
    return isOf(kind, inside) ? [] : [stray(location, "is not of the type that the contract has there", inside)]
  })
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they could start another header line
const control = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/

function isOf(kind: FieldKind, value: unknown): boolean {
  if (kind === "json") return true
  if (kind === "map") {
    const isMap = isRecord(value) && Object.values(value).every((one) => typeof one !== "object" || one === null)
    return isMap || value === null
  }
  return (typeof value !== "object" || value === null) && (kind === "text" || !control.test(String(value)))
}

/** Headers with addresses that nothing is sent to. */
const respondingTo = /^(?:list-[a-z-]+|in-reply-to|references)$/i
/** Names that mail software reads recipients from: `X-Copy-To`, `X-MyBcc`, `X-Recipients`. */
const naming = /(?:^|[-_.])(?:to|cc)(?:$|[-_.])|bcc|rcpt|recipient|receipt|envelope/i

/** A header of a message or of a call. Its name means nothing to the contract, so any address in it has to be allowed. */
function inHeader(location: string, name: string, value: string): Stray[] {
  if (respondingTo.test(name) && !control.test(value)) return []
  const isNaming = naming.test(name) || headerRefusal(name) !== undefined || control.test(value)
  if (isNaming) return [stray(location, "can name a recipient", value)]
  return hasAddress(value) || hasAddress(name) ? [{ place: location, text: value }] : []
}

/**
 * At least seven digits make a phone number: `+5` is also a part of many tokens. An encoded word (`=?utf-8?q?a=40b?=`) may hold
 * any address.
 */
const hasAddress = (text: string) => /@|=\?[\w*-]+\?[bq]\?|\+(?:[\s().-]*\d){7}/i.test(unescaped(text))
