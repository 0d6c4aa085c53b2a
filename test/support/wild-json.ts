import fc from "fast-check"

export const encoder = new TextEncoder()

/** A placeholder for deeply nested arrays, which would overflow the stack in `JSON.stringify`. */
const deepMark = (depth: number) => `deep ${depth} deep`

const jsonBytes = (value: unknown): Uint8Array =>
  encoder.encode(
    (JSON.stringify(value) ?? "").replace(
      /"deep (\d+) deep"/g,
      (_, depth) => "[".repeat(Number(depth)) + "]".repeat(Number(depth)),
    ),
  )

/** Values that often break services. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    1,
    2,
    3,
    99,
    1.5,
    1e21,
    -1e300,
    Number.MAX_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER + 2,
    "",
    " ",
    "0",
    "1",
    "null",
    "ada@example.test",
    "bounced@simulator.test",
    "hello@acme.test",
    "inbox@acme.test",
    "a@b.test\r\nBcc: c@d.test",
    "\u0000",
    "\ud800",
    "\u202e\ufeff\u00e9",
    "{{ data.x }}",
    "{% for i in (1..1000000000) %}x{% endfor %}",
    "{% include '/etc/passwd' %}",
    "{{ 'x' | append: ",
    "../../etc/passwd",
    "https://hooks.example.com/x",
    "http://127.0.0.1/",
    "https://[::1]:1/",
    "+4915112345678",
    "2026-03-01T12:00:00Z",
    "9999-12-31T23:59:59Z",
    "2026-02-30T00:00:00Z",
    "__proto__",
    "constructor",
    [],
    {},
    [[]],
    [null],
    { __proto__: null, length: 1 },
    { toString: 1, constructor: { prototype: 1 } },
  ),
  fc.string({ maxLength: 40, unit: "binary" }),
  fc.double(),
  fc.integer(),
  fc.constantFrom(200, 5_000, 70_000).map((length) => "x".repeat(length)),
  fc.constantFrom(deepMark(50), deepMark(9_000)),
)

const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 4 }), nasty)

/** A change at one place of a value: a replacement, removal or insertion. */
const mutation = fc.record({
  at: fc.nat(1_000),
  kind: fc.constantFrom("replace", "replace", "remove", "add", "wrap"),
  name: fc.oneof(
    fc.constantFrom("__proto__", "constructor", "id", "", "$ref", "toString"),
    fc.string({ maxLength: 10 }),
  ),
  value: anyJson,
})
type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never

function pathsIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [path]
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [path, ...keys.flatMap((key) => pathsIn(Reflect.get(value, key), [...path, key]))]
}

function mutate(value: unknown, { at, kind, name, value: fresh }: Mutation): unknown {
  const all = pathsIn(value)
  return change(value, all[at % all.length] ?? [], (old) => {
    if (kind === "wrap") return [old]
    if (kind === "add" && typeof old === "object" && old !== null) return { ...old, [name]: fresh }
    return kind === "remove" ? undefined : fresh
  })
}

function change(value: unknown, [key, ...rest]: readonly (string | number)[], to: (old: unknown) => unknown): unknown {
  if (key === undefined) return to(value)
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? change(item, rest, to) : item))
  return { ...Object(value), [key]: change(Reflect.get(Object(value), key), rest, to) }
}

const mutated = (value: unknown) =>
  fc.array(mutation, { maxLength: 2 }).map((mutations) => mutations.reduce(mutate, value))

/** A body: a changed example, other JSON, or invalid JSON. */
export const jsonBody = (example: unknown) =>
  fc.oneof(
    { weight: 6, arbitrary: mutated(example).map(jsonBytes) },
    { weight: 1, arbitrary: anyJson.map(jsonBytes) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: fc.nat(60).map((cut) => encoder.encode(JSON.stringify(example ?? {}).slice(0, cut))) },
  )
