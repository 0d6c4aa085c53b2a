import fc from "fast-check"
import { encoder } from "../support/wild-json.ts"

/** Valid and invalid ids. */
const crooked = fc.constantFrom(
  "1",
  "2",
  "3",
  "0",
  "-1",
  "1.0",
  "1e3",
  "%31",
  "%",
  "%00",
  "%E9",
  "%2e%2e",
  "..",
  "..%2f",
  "a b",
  "vop_1",
  "mock-invite-token",
  "\u00e9",
  "9".repeat(400),
  "x".repeat(20_000),
)

/** A path with arbitrary parameters. */
export const wildPath = (path: string) =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constant("1") }, crooked), { minLength: 4, maxLength: 4 })
    .map((values) => {
      let at = 0
      return path.replace(/\{\w+\}/g, () => values[at++] ?? "1")
    })

const names = [
  "page",
  "limit",
  "per",
  "per_page",
  "search",
  "list_id",
  "email",
  "active",
  "status",
  "sort",
  "q",
  "reveal",
  "acknowledge_unscanned",
  "audience",
  "purchase_id",
  "created_after",
  "__proto__",
  "x[]",
  "since",
  "",
]
const texts = fc.oneof(
  fc.constantFrom(
    "1",
    "2",
    "0",
    "-1",
    "true",
    "false",
    "",
    "1e9",
    "null",
    "2026-03-01T12:00:00Z",
    "%",
    "%ZZ",
    "%00",
    "%ff",
    "[",
    "{}",
    "+",
    "a,b",
    "x".repeat(5_000),
  ),
  fc.string({ maxLength: 20, unit: "binary" }).map((text) => encodeURIComponent(text)),
)

/** A query, usually empty. */
export const wildQuery = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  fc
    .array(fc.tuple(fc.constantFrom(...names), texts), { maxLength: 3 })
    .map((pairs) => `?${pairs.map((pair) => pair.join("=")).join("&")}`),
  fc.constantFrom("?", "?=", "?&&", "??page=1", "?page", "?page=1#x", "#"),
)

/** Placeholders for the tokens of signed-in people. */
export const people = { "@owner": 1, "@member": 3, "@manager": 4, "@client": 5 } as const

const credentials = ["maskey_live_mock", "maspk_live_mock", "maspc_live_mock", "masmc_live_mock"]

/** Usually valid credentials, so that the body is read. */
export const wildHeaders: fc.Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ authorization: "Bearer maskey_live_mock" }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...credentials, ...Object.keys(people))
      .map((token) => ({ authorization: `Bearer ${token}` })),
  },
  { weight: 1, arbitrary: fc.constant({ authorization: "Bearer maskey_live_mock", "idempotency-key": "k1" }) },
  { weight: 2, arbitrary: strangeHeaders() },
)

function strangeHeaders() {
  return fc.record(
    {
      authorization: fc.oneof(
        {
          weight: 8,
          arbitrary: fc.constantFrom(...credentials, credentials[0] ?? "").map((token) => `Bearer ${token}`),
        },
        fc.constantFrom(
          "",
          "Bearer",
          "Basic x",
          "Bearer a.b.c",
          "Bearer eyJhbGciOiJub25lIn0.e30.",
          `Bearer ${"x".repeat(9_000)}`,
        ),
      ),
      "x-brand-sid": fc.constantFrom("brand_main", "brand_second", "brand_client", "", "__proto__"),
      "x-account-id": fc.constantFrom("1", "2", "", "x", "1e0"),
      "idempotency-key": fc.constantFrom("k1", "k2", "", " ", "x".repeat(129), "__proto__", "\u00e9"),
      cookie: fc.constantFrom("mas_session=x", "mas_session", ";;=;", "a=b; mas_session="),
      "content-type": fc.constantFrom(
        "application/json",
        "application/json; charset=utf-8",
        "text/plain",
        "multipart/form-data",
        "multipart/form-data; boundary=b",
        "",
        ";",
        "application/vnd.x+json",
      ),
      "content-length": fc.constantFrom("0", "-1", "x", "99999999999"),
      host: fc.constantFrom("localhost", "127.0.0.1:4010", "evil.test", ""),
      origin: fc.constantFrom("null", "http://evil.test", "http://127.0.0.1:4010"),
    },
    { requiredKeys: ["authorization"] },
  )
}

const csvText = fc.oneof(
  fc
    .array(
      fc
        .array(
          fc.oneof(
            fc.constantFrom("email", "opt_in", "ada@example.test", '"', '""', "\r", "\n", "true", ",", "\ufeff"),
            fc.string({ maxLength: 6 }),
          ),
          { maxLength: 5 },
        )
        .map((cells) => cells.join(",")),
      { maxLength: 6 },
    )
    .map((rows) => rows.join("\r\n")),
  fc.string({ maxLength: 100, unit: "binary" }),
)

/** A multipart body with boundary `b`: valid, invalid or truncated. */
export const multipartBody = fc
  .record({
    csv: csvText,
    resource: fc.constantFrom("contacts", "", "things", "\u0000"),
    options: fc.oneof(
      fc.constantFrom('{"list_ids":[1]}', "{", "[]", "null", '{"list_ids":[99]}'),
      fc.string({ maxLength: 20 }),
    ),
    cut: fc.option(fc.nat(400)),
    name: fc.constantFrom('name="file"', 'name="other"', "name=file", "", 'name="\u00e9"', 'name="__proto__"'),
  })
  .map(({ csv, resource, options, cut, name }) => {
    const part = (head: string, text: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
    const requestText = [
      part('name="resource"', resource),
      part('name="options"', options),
      part(`${name}; filename="c.csv"`, csv),
      "--b--\r\n",
    ].join("")
    return encoder.encode(cut === null ? requestText : requestText.slice(0, cut))
  })

/** Empty means the correct method. */
export const methods = fc.oneof(
  { weight: 12, arbitrary: fc.constant("") },
  fc.constantFrom("HEAD", "OPTIONS", "PUT", "BREW", "get"),
)
