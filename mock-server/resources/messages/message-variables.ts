import type { MessageContentRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"

/** Which data a template uses. Fields of list elements are not checked. */
export interface MessageVariables {
  /** Variables that it uses and that were given: `data.order`. */
  readonly in_use: readonly string[]
  /** Variables that it uses and that were not given: they render empty unless the template handles that. */
  readonly not_given: readonly string[]
  /** Variables that were given and that it does not use. */
  readonly not_in_use: readonly string[]
}

/** The variables of a message, by the current version of its template; null without a template. @internal */
export function variablesOf(world: World, { template_id, data = {} }: MessageContentRow): MessageVariables | null {
  const template = template_id === null ? undefined : world.tables.templates.get(template_id)
  if (template === undefined) return null
  const names = template.variables.filter((name) => /^data\b/.test(name))
  const paths = names.map(pathOf)
  return {
    in_use: names.filter((_, index) => isIn(data, paths[index] ?? [])),
    not_given: names.filter((_, index) => !isIn(data, paths[index] ?? [])),
    not_in_use: unusedIn(data, [], paths).map((path) => ["data", ...path].join(".")),
  }
}

type Path = readonly string[]

/** `data.items[0]["first name"]` → items, 0, first name */
const pathOf = (name: string): Path => (name.match(/"[^"]*"|'[^']*'|[^.[\]"']+/g) ?? []).slice(1).map(unquoted)
const unquoted = (part: string) => part.replace(/^["']|["']$/g, "")

const isIn = (value: unknown, [name, ...rest]: Path): boolean => {
  if (name === undefined) return value !== undefined && value !== null
  if (Array.isArray(value) || typeof value === "string") return true
  return isObject(value) && Object.hasOwn(value, name) && isIn(value[name], rest)
}

/** The outermost paths that no used name leads to or through. */
function unusedIn(value: unknown, at: Path, paths: readonly Path[]): Path[] {
  if (paths.some((path) => path.length <= at.length && path.every((part, index) => part === at[index]))) return []
  const isOnTheWay = at.length === 0 || paths.some((path) => at.every((part, index) => part === path[index]))
  if (!isOnTheWay) return [at]
  return isObject(value) ? Object.keys(value).flatMap((name) => unusedIn(value[name], [...at, name], paths)) : []
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
