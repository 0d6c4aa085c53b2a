import { literalPattern } from "../../base/glob.ts"

/** A routable endpoint; a parameter in the path is written `{id}`. */
interface Routable {
  readonly endpoint: { readonly method: string; readonly path: string }
}

/** The result for a method and path. */
export type Match<R> =
  | { readonly route: R; readonly params: Readonly<Record<string, string>> }
  /** The methods that the path does have. */
  | { readonly allow: readonly string[] }
  /** The parameter in whose text an escape is broken. */
  | { readonly broken: string }

interface Place<R> {
  readonly pattern: RegExp
  readonly byMethod: ReadonlyMap<string, R>
}

export class Router<R extends Routable> {
  readonly #places: readonly Place<R>[]

  constructor(routes: Iterable<R>) {
    const shapes = new Map<string, Map<string, R>>()
    for (const route of routes) {
      const shape = route.endpoint.path.replace(parameter, "{}")
      shapes.set(shape, (shapes.get(shape) ?? new Map()).set(route.endpoint.method, route))
    }
    // A fixed segment takes precedence over a parameter: `{` sorts behind every letter.
    const sorted = [...shapes].sort(([one], [other]) => (one < other ? -1 : 1))
    this.#places = sorted.map(([shape, byMethod]) => ({ pattern: patternOf(shape), byMethod }))
  }

  /** `path` is without the query. Nothing when no route has it. */
  match(method: string, path: string): Match<R> | undefined {
    const place = this.#places.find(({ pattern }) => pattern.test(path))
    if (place === undefined) return undefined
    const route = place.byMethod.get(method)
    const names = Array.from(route?.endpoint.path.matchAll(parameter) ?? [], ([, name = ""]) => name)
    const params: Record<string, string> = {}
    for (const [index, value] of (place.pattern.exec(path) ?? []).slice(1).entries()) {
      const text = decode(value)
      if (text === undefined) return { broken: value }
      params[names[index] ?? ""] = text
    }
    return route === undefined ? { allow: [...place.byMethod.keys()] } : { route, params }
  }
}

const parameter = /\{(\w*)\}/g

/** Parameters are never empty. */
const patternOf = (shape: string) => new RegExp(`^${shape.split("{}").map(literalPattern).join("([^/]+)")}$`)

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
