import { headerRefusal } from "../contract/core/message-names.ts"
import { type OutgoingCall, queryOf, type Reached } from "./reach.ts"

/** A place of a call that names recipients, and what it says. */
export interface Named {
  /** For example `to`. */
  readonly place: string
  /** Undefined where it is no text. */
  readonly text: string | undefined
}

/** The texts of the field that an endpoint writes to: one, several, or undefined for what is neither. */
export function textsIn(body: unknown, field: string): (string | undefined)[] {
  const value = field.split(".").reduce<unknown>((inside, name) => own(inside, name), body)
  if (value === undefined || value === null) return []
  return (Array.isArray(value) ? value : [value]).map((one) => (typeof one === "string" ? one : undefined))
}

const own = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/**
 * What else of a call may name recipients: addresses in its query, in headers of the message that are reserved, and in fields
 * that the contract does not have, where a service may read more than it says.
 */
export function straysOf(body: unknown, field: string, { path }: OutgoingCall, { others }: Reached): Named[] {
  const inQuery = [...queryOf(path)].flatMap(([name, text]) => [name, text].filter(hasAddress))
  const headers = others.includes("headers") ? Object.keys(Object(own(body, "headers"))) : []
  const reserved = headers.filter((name) => headerRefusal(name)?.includes("reserved"))
  return [
    ...inQuery.map((text) => ({ place: "the query", text })),
    ...reserved.map((name) => ({ place: `headers.${name}`, text: undefined })),
    ...straysIn(body, "", [field, ...others]),
  ]
}

function straysIn(value: unknown, place: string, known: readonly string[]): Named[] {
  if (known.includes(place)) return []
  if (typeof value === "string") return hasAddress(value) ? [{ place, text: value }] : []
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inside]) => {
    // The contract has no name with a dot.
    const at = [place, name.replaceAll(".", " ")].filter(Boolean).join(".")
    return [...(hasAddress(name) ? [{ place: at, text: name }] : []), ...straysIn(inside, at, known)]
  })
}

const hasAddress = (text: string) => text.includes("@") || /\+\d/.test(text)
