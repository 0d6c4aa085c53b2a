/** A routable endpoint; a parameter in the path is written `{id}`. */
interface Routable {
  readonly endpoint: { readonly method: string; readonly path: string }
}

/** The result for a method and path. */
export type Match<R> =
  | { readonly route: R; readonly params: Readonly<Record<string, string>> }
  /** The methods that the path supports. */
  | { readonly allow: readonly string[] }
  /** The path segment with an invalid escape. */
  | { readonly broken: string }

/** A route and the names of its parameters, in order. */
interface Leaf<R> {
  readonly route: R
  readonly names: readonly string[]
}

/** A node of the routing tree: paths with the same beginning. */
interface Branch<R> {
  /** The child nodes for fixed segments. */
  readonly fixed: Map<string, Branch<R>>
  /** The child node for a parameter. */
  any: Branch<R> | undefined
  /** The routes that end at this node, by method. */
  readonly byMethod: Map<string, Leaf<R>>
}

const newBranch = <R>(): Branch<R> => ({ fixed: new Map(), any: undefined, byMethod: new Map() })

/** Finds the route for a method and path in time independent of the number of routes. */
export class Router<R extends Routable> {
  readonly #root = newBranch<R>()
  /** The nodes of paths without parameters, by path. */
  readonly #fixed = new Map<string, Branch<R>>()

  constructor(routes: Iterable<R>) {
    for (const route of routes) this.#add(route)
  }

  /** `path` excludes the query. Undefined when no route matches. */
  match(method: string, path: string): Match<R> | undefined {
    const values: string[] = []
    const end = this.#fixed.get(path) ?? follow(this.#root, path.split("/"), 0, values)
    if (end === undefined) return undefined
    const leaf = end.byMethod.get(method)
    const params: Record<string, string> = {}
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? ""
      const text = decode(value)
      if (text === undefined) return { broken: value }
      params[leaf?.names[at] ?? ""] = text
    }
    return leaf === undefined ? { allow: [...end.byMethod.keys()] } : { route: leaf.route, params }
  }

  #add(route: R): void {
    const names: string[] = []
    let branch = this.#root
    for (const segment of route.endpoint.path.split("/")) {
      if (segment.startsWith("{")) {
        names.push(segment.slice(1, -1))
        branch.any ??= newBranch()
        branch = branch.any
      } else {
        const next = branch.fixed.get(segment) ?? newBranch<R>()
        branch.fixed.set(segment, next)
        branch = next
      }
    }
    branch.byMethod.set(route.endpoint.method, { route, names })
    if (names.length === 0) this.#fixed.set(route.endpoint.path, branch)
  }
}

/**
 * The node of a path; `values` receives its parameters. A fixed segment takes precedence over a parameter. Parameters
 * are never empty.
 */
function follow<R>(branch: Branch<R>, path: readonly string[], at: number, values: string[]): Branch<R> | undefined {
  const segment = path[at]
  if (segment === undefined) return branch.byMethod.size === 0 ? undefined : branch
  const next = branch.fixed.get(segment)
  const end = next && follow(next, path, at + 1, values)
  if (end !== undefined || branch.any === undefined || segment === "") return end
  values.push(segment)
  const endByAny = follow(branch.any, path, at + 1, values)
  if (endByAny === undefined) values.pop()
  return endByAny
}

function decode(text: string): string | undefined {
  if (!text.includes("%")) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
