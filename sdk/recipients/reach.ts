import type { Reach } from "../contract/core/endpoint.ts"
import { plainPath, routeAt } from "./plain-path.ts"
import { reaches } from "./reaches.gen.ts"

/** A call as it is about to be sent. */
export interface OutgoingCall {
  readonly method: string
  /** With the query, without the origin. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; an object is a multipart body. */
  readonly body: string | object | null
}

/** The recipients of a call, and the name of its endpoint. */
export interface Reached {
  readonly name: string
  readonly reach: Reach
  /** Fields of the body that may have addresses but reach no one. */
  readonly others: readonly string[]
}

/** Headers that make some services treat a request as another one. */
const rerouting =
  /^x-(?:(?:http-)?method(?:-override)?|(?:original|rewrite)-(?:ur[li]|path)|forwarded-(?:path|prefix|uri))$/i

/** The recipients of a call, determined by the path that is sent: the caller's endpoint definition is ignored. */
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
  const reach: Reach = method === "GET" ? "nobody" : { unseen: "possibly anyone: the contract has no such endpoint" }
  return { name: `${method} ${plain}`, reach, others: [] }
}

/** Describes what can turn a request into another call on its way. */
function detourOf({ path, headers, body }: OutgoingCall): string | undefined {
  const header = Object.keys(headers).find((name) => rerouting.test(name))
  if (header !== undefined) return `those of another call: the header ${header} can turn it into one`
  const isOverridden = [...queryOf(path).keys()].includes("_method") || String(body).includes('"_method":')
  return isOverridden ? "those of another call: the field _method can turn it into one" : undefined
}

/** The query of a path. */
export const queryOf = (path: string): URLSearchParams => new URLSearchParams(/\?.*/s.exec(path)?.[0])
