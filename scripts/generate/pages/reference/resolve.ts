const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/**
 * Resolves the references of an OpenAPI document for the explorer. Replaces its own resolver, which can fetch other
 * documents and read YAML, in 110 KB. Fields next to a reference take precedence, as in OpenAPI 3.1.
 */
export default async function resolve(document: object): Promise<unknown> {
  const named = (reference: string): unknown =>
    reference
      .slice("#/".length)
      .split("/")
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), document)

  const resolved = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => resolved(one, within))
    if (!isObject(value)) return value
    const { $ref, ...beside } = value
    const own = Object.fromEntries(Object.entries(beside).map(([key, one]) => [key, resolved(one, within)]))
    if (typeof $ref !== "string") return own
    const name = $ref.split("/").at(-1)
    if (within.includes($ref)) return { title: name, ...own, circularReference: { $ref, name, id: name } }
    const target = resolved(named($ref), [...within, $ref])
    if (!isObject(target)) throw new Error(`The document has no ${$ref}`)
    return { title: name, ...target, ...own }
  }
  return resolved(document, [])
}
