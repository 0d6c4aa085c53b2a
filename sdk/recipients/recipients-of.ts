import { headerRefusal } from "../contract/core/message-names.ts"
import { type OutgoingCall, queryOf, type Reached } from "./reach.ts"

/** A place in a call that names recipients, and its text. */
export interface Named {
  /** For example `to`. */
  readonly place: string
  /** Undefined if it is not text. */
  readonly text: string | undefined
}

/** The texts of the field that names the recipients; undefined for a value that is not text. */
export function textsIn(body: unknown, field: string): (string | undefined)[] {
  const value = field.split(".").reduce<unknown>((inside, name) => own(inside, name), body)
  if (value === undefined || value === null) return []
  return (Array.isArray(value) ? value : [value]).map((one) => (typeof one === "string" ? one : undefined))
}

const own = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/**
 * Other places of a call that may name recipients: its query, reserved headers of the message, and fields that the
 * contract does not have, because a service may read undocumented fields.
 */
export function otherRecipientsIn(body: unknown, field: string, { path }: OutgoingCall, { others }: Reached): Named[] {
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
