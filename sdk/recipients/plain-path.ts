import type { EndpointName } from "../contract/index.ts"
import { routes } from "../routes.gen.ts"

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

/** Decodes runs of `%6d` as UTF-8; invalid ones stay. */
function decode(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    const bytes = run
      .slice(1)
      .split("%")
      .map((hex) => Number.parseInt(hex, 16))
    return new TextDecoder().decode(Uint8Array.from(bytes))
  })
}

/** The endpoint of a plain path; undefined if the contract has none. */
export function routeAt(method: string, plain: string): EndpointName | undefined {
  const names = Object.keys(routes) as EndpointName[]
  return names.find((name) => routes[name].method === method && isRoute(plain, routes[name].path))
}

/** Whether a path ends with a route: the service may have a path prefix. */
function isRoute(plain: string, route: string): boolean {
  const given = plain.split("/").slice(1)
  const wanted = route.split("/").slice(1)
  const tail = given.slice(-wanted.length)
  return tail.length === wanted.length && wanted.every((name, index) => name.startsWith("{") || name === tail[index])
}
