import type * as z from "zod"
import { credentialPrefixes } from "../../sdk/contract/core/credentials.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { isSecret, type JsonSchema, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"

/**
 * `sdk/contract/core/secrets.gen.ts`: the contract's secret fields, so that client, command line and mock server hide
 * them without loading a schema.
 */
export function renderSecrets(): string {
  const endpoints = listEndpoints(contract)
  const fields = endpoints.flatMap(({ spec: { query, body, response } }) => [
    ...secretNames(query, "input"),
    ...secretNames(body, "input"),
    ...secretNames(response, "output"),
  ])
  const named = [...new Set(fields)].filter((name) => !new RegExp(telling).test(name)).sort()
  const parameters = endpoints.flatMap(({ spec }) =>
    secretNames(spec.params, "input").map((name) => inPath(spec.path, name)),
  )
  const exact = [...named, "(?:proxy-)?authorization", "(?:set-)?cookie"].join("|")
  const asked = [...named, `[\\w.%-]{0,64}(?:${telling})[\\w.%-]{0,64}`].join("|")
  const shown = [
    // Secrets that are recognized by their form: signing secrets, API keys, JSON Web Tokens.
    `(whsec_|${Object.values(credentialPrefixes).join("|")})[\\w+/=-]+`,
    "(?<![\\w-])(?=[\\w-]+\\.[\\w-]+\\.)[\\w-]*\\beyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*",
    ...parameters,
  ]
  return `// Written by \`npm run generate\` from the marks in sdk/contract. Do not edit.

/** Names of headers and fields with secret values. */
export const secretName = ${new RegExp(`^(?:${exact})$|${telling}`, "i")}

/** Secrets in text, recognized by their format or their place in a path. Most follow a group that is shown. */
export const secretText = ${new RegExp(shown.join("|"), "g")}

/** The groups that are shown. */
export const shownText = "${["", ...parameters].map((_, index) => `$${index + 1}`).join("")}"

/** Secrets in a query, by parameter name, after a group that is shown. */
export const secretQuery = ${new RegExp(`([?&](?:${asked})=)[^&#\\s"'<>]+`, "gi")}
`
}

/** Parts of secret names outside the contract: a caller's own, or those of a newer service. */
const telling = "password|secret|token|api[-_]?key"

/** A pattern for a secret in a path. A parameter's name in braces, as in path templates, is not a secret. */
function inPath(path: string, name: string): string {
  const [before, after] = path.split(`{${name}}`).map((part) => part.replace(/\{\w+\}/g, "[^/?#\\s]+"))
  return `(${before})[^/?#\\s{}"'<>]+(?=${after})`
}

/** The names of marked fields, at any depth. */
function secretNames(schema: z.core.$ZodType | null | undefined, io: "input" | "output"): string[] {
  return schema ? namesIn(toJsonSchema(schema, io)) : []
}

function namesIn(json: JsonSchema | boolean): string[] {
  if (typeof json === "boolean") return []
  const { properties = {}, items = [], anyOf = [], oneOf = [], $defs = {} } = json
  const own = Object.entries(properties).flatMap(([name, field]) =>
    typeof field === "object" && isSecret(field) ? [name] : [],
  )
  const inside = [...Object.values(properties), ...[items].flat(), ...anyOf, ...oneOf, ...Object.values($defs)]
  return [...own, ...inside.flatMap(namesIn)]
}
