import { routes } from "../../client/routes.gen.ts"
import type { EndpointName } from "../../contract/index.ts"

/**
 * A path, normalized so that all spellings are equal: `/V1//my/%6dessages.json;x?y` and `/v1/my/messages`. Services
 * differ in what they decode, fold and cut off, so this does all of it.
 */
export function plainPath(path: string): string {
  let text = path
  // A proxy may decode once, and the service behind it again.
  for (let round = 0; round < 5; round++) text = decode(text.replace(/[?#].*$/s, ""))
  const segments: string[] = []
  for (const raw of text.normalize("NFKC").toLowerCase().replace(/\\/g, "/").split("/")) {
    const segment = raw.replace(/;.*$/s, "").replace(/[\p{Cc}\p{Cf}\s]+/gu, "")
    if (segment === "..") segments.pop()
    else if (segment !== "" && segment !== ".") segments.push(segment)
  }
  // `messages.json` asks for a format.
  const last = segments.pop()?.split(".")[0]
  return ["", ...segments, ...(last ? [last] : [])].join("/")
}

/**
 * Whether servers may read different paths in this one: they differ in what they decode, cut off and resolve. Encoded
 * slashes, dots and question marks, parameters of a segment, doubled slashes. One slash at the end means the same to all.
 */
export function isAmbiguous(path: string): boolean {
  const bare = path.replace(/\?.*$/s, "")
  let text = bare
  for (let round = 0; round < 5; round++) text = decode(text)
  const read = text.normalize("NFKC")
  const [first, ...segments] = read.replace(/\/$/, "").split("/")
  // An encoded slash: one server sees two segments where another sees one.
  const isSplit = segments.length !== bare.replace(/\/$/, "").split("/").length - 1
  return first !== "" || isSplit || notInPath.test(read) || segments.some((one) => /^[.\s]*$/.test(one))
}

/** In a decoded path: what begins a query, a fragment or a parameter, what is another slash, and what could not be decoded. */
const notInPath = /[%?#;\\\p{Cc}\p{Cf}\u2028\u2029\ufffd]/u

/** Decodes runs of `%6d` as UTF-8; invalid ones become U+FFFD. */
function decode(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    const bytes = run
      .slice(1)
      .split("%")
      .map((hex) => Number.parseInt(hex, 16))
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes))
  })
}

/** The endpoint of a plain path; undefined if the contract has none. */
export function routeAt(method: string, plain: string): EndpointName | undefined {
  const names = Object.keys(routes) as EndpointName[]
  return names.find((name) => routes[name].method === method && isRoute(plain, routes[name].path))
}

/** Whether a path is a route, possibly after a prefix: a gateway's, which has no version. */
function isRoute(plain: string, route: string): boolean {
  const segments = plain.split("/")
  const inside = segments.slice(segments.indexOf("v1"))
  const routeSegments = route.split("/").slice(1)
  return (
    inside.length === routeSegments.length &&
    routeSegments.every((name, index) => name.startsWith("{") || name === inside[index])
  )
}
