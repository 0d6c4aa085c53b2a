import type { Reach } from "../contract/core/endpoint.ts"
import { plainPath, routeAt } from "./plain-path.ts"
import { reaches } from "./reaches.gen.ts"

/** A call as it is about to be sent. */
export interface OutgoingCall {
  readonly method: string
  /** From the slash, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; an object is a multipart body. */
  readonly body: string | object | null
}

/** Whom a call reaches, and by what name the endpoint goes. */
export interface Reached {
  readonly name: string
  readonly reach: Reach
  /** Fields of the body that may hold addresses and reach nobody. */
  readonly others: readonly string[]
}

/** Headers by which some services take a request for another one. */
const rerouting =
  /^x-(?:(?:http-)?method(?:-override)?|(?:original|rewrite)-(?:ur[li]|path)|forwarded-(?:path|prefix|uri))$/i

/** Whom a call reaches, by the path that is sent: what a caller says of an endpoint counts for nothing. */
export function reachOf(call: OutgoingCall): Reached {
  const method = call.method.toUpperCase()
  const plain = plainPath(call.path)
  const detour = detourOf(call)
  if (detour !== undefined) return { name: `${method} ${plain}`, reach: { unseen: detour }, others: [] }
  const name = routeAt(method, plain)
  if (name !== undefined) {
    const { reach = "nobody", others = [] } = reaches[name] ?? {}
    return { name, reach, others }
  }
  const reach: Reach = method === "GET" ? "nobody" : { unseen: "whoever it is for: the contract has no such endpoint" }
  return { name: `${method} ${plain}`, reach, others: [] }
}

/** What can make another call of a request on its way, in words. */
function detourOf({ path, headers, body }: OutgoingCall): string | undefined {
  const header = Object.keys(headers).find((name) => rerouting.test(name))
  if (header !== undefined) return `whoever another call reaches: the header ${header} can make one of it`
  const isOverridden = [...queryOf(path).keys()].includes("_method") || String(body).includes('"_method":')
  return isOverridden ? "whoever another call reaches: the field _method can make one of it" : undefined
}

/** The query of a path. */
export const queryOf = (path: string): URLSearchParams => new URLSearchParams(/\?.*/s.exec(path)?.[0])
