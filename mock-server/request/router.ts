import type { EndpointGroup, EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { contract } from "../../sdk/contract/index.ts"
import type { Handlers } from "../handlers/handlers-for.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"

/** A handler as the pipeline calls it; the map of handlers is where the exact types are checked. */
export type AnyHandler = (world: World, caller: Caller | undefined, input: object) => unknown

/** An endpoint, its name and its handler. */
export interface Route {
  /** `invites.create` */
  readonly name: string
  readonly endpoint: EndpointSpec
  readonly handler: AnyHandler
}

/** What the router finds: a route with its path parameters as text, or the methods that the path does have. */
export type Match =
  | { readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly allow: readonly string[] }

interface Pattern {
  readonly segments: readonly string[]
  readonly byMethod: Map<string, Route>
}

const noParams = {}

/** Finds the route of a method and path in time that does not grow with the number of routes. */
export class Router {
  readonly #exact = new Map<string, Map<string, Route>>()
  /** Paths with parameters, by their number of segments and first fixed words. */
  readonly #patterns = new Map<string, Pattern[]>()

  constructor(handlers: Handlers) {
    for (const [group, endpoints] of Object.entries<EndpointGroup>(contract)) {
      const groupHandlers: Readonly<Record<string, unknown>> = handlers[group as keyof Handlers]
      for (const [verb, endpoint] of Object.entries(endpoints)) {
        this.#add({ name: `${group}.${verb}`, endpoint, handler: groupHandlers[verb] as AnyHandler })
      }
    }
  }

  /** `path` is without the query. Nothing when no endpoint has it. */
  match(method: string, path: string): Match | undefined {
    const exact = this.#exact.get(path)
    if (exact !== undefined) {
      const route = exact.get(method)
      return route === undefined ? { allow: [...exact.keys()] } : { route, params: noParams }
    }
    const segments = path.split("/")
    for (const pattern of this.#patterns.get(bucket(segments)) ?? []) {
      const params = matchSegments(pattern.segments, segments)
      if (params === undefined) continue
      const route = pattern.byMethod.get(method)
      return route === undefined ? { allow: [...pattern.byMethod.keys()] } : { route, params }
    }
    return undefined
  }

  #add(route: Route): void {
    const { method, path } = route.endpoint
    if (!path.includes("{")) {
      const byMethod = this.#exact.get(path) ?? new Map<string, Route>()
      this.#exact.set(path, byMethod.set(method, route))
      return
    }
    const segments = path.split("/")
    const patterns = this.#patterns.get(bucket(segments)) ?? []
    this.#patterns.set(bucket(segments), patterns)
    let pattern = patterns.find((each) => each.segments.join("/") === path)
    if (pattern === undefined) {
      pattern = { segments, byMethod: new Map() }
      patterns.push(pattern)
    }
    pattern.byMethod.set(method, route)
  }
}

// "", "v1", "my", then the group's word: no parameter stands before that.
const bucket = (segments: readonly string[]) => `${segments.length} ${segments[3]}`

function matchSegments(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (let i = 1; i < pattern.length; i++) {
    const expected = pattern[i] ?? ""
    const actual = segments[i] ?? ""
    if (!expected.startsWith("{")) {
      if (expected !== actual) return undefined
    } else {
      const value = decode(actual)
      if (value === undefined || value === "") return undefined
      params[expected.slice(1, -1)] = value
    }
  }
  return params
}

function decode(text: string): string | undefined {
  if (!text.includes("%")) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
