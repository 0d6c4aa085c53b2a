import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { listedPlaces } from "../../test/contract/fields/listed-places.ts"
import { type FieldPath, fieldsOf, nameOf } from "../../test/contract/fields/paths.ts"
import type { TestTitle } from "./test-titles.ts"

/** How many named checks an endpoint has. */
interface EndpointChecks {
  readonly name: string
  /** Tests whose title names it. */
  readonly tests: number
  /** Fields of its requests, each with the places where it is seen; a field without a place has an empty text. */
  readonly fields: readonly (readonly [field: string, places: string])[]
}

function checksOfEndpoints(titles: readonly TestTitle[]): EndpointChecks[] {
  return listEndpoints(contract).map(({ name, spec }) => ({
    name,
    tests: titles.filter(({ tags }) => tags.includes(name)).length,
    fields: fieldsOf(spec).map((path: FieldPath) => [nameOf(path), listedPlaces[name]?.[nameOf(path)] ?? ""] as const),
  }))
}

const placeCount = ({ fields }: EndpointChecks): number =>
  fields.flatMap(([, places]) => places.split(", ").filter((place) => place !== "")).length

/** The part of `docs/internal/conformance.md` that counts what is checked of each endpoint. */
export function renderEndpointChecks(titles: readonly TestTitle[]): string {
  const checks = checksOfEndpoints(titles)
  const rows = checks.map((one) => {
    const fields = one.fields.map(([field, places]) => `\`${field}\` ${places === "" ? "**nowhere**" : places}`)
    return `| ${one.name} | ${one.tests + placeCount(one)} | ${one.tests} | ${placeCount(one)} | ${fields.join("<br>")} |`
  })
  const fieldCount = checks.flatMap(({ fields }) => fields).length
  return `## Checks of each endpoint

${checks.length} endpoints take ${fieldCount} fields. Two requests that differ in one field alone lead to something else, which is seen in a
place: the \`response\`, another endpoint's response, a rendered \`mail\`, the \`outbox\` of the service's own mails, \`events\` to
webhooks, \`timers\`; \`refusal\` if the field only decides whether the request is accepted; \`afterwards\` if a later request tells
them apart; a \`table\` of the mock server if no resource has the field. A test forgets each field, one by one, and sees it missed:
\`npx vitest run test/contract/fields\`, which writes the places with \`-u\`. Checks: tests whose title names the endpoint, and places.

| endpoint | checks | tests | places | where each field is seen |
|---|---|---|---|---|
${rows.join("\n")}`
}

/** `1,204 named checks of 91 endpoints, at least 2 each (accounts.list), at most 60 (messages.send)`. */
export function summarizeEndpointChecks(titles: readonly TestTitle[]): string {
  const counts = checksOfEndpoints(titles)
    .map((one) => ({ name: one.name, count: one.tests + placeCount(one) }))
    .sort((a, b) => a.count - b.count)
  const [fewest, most] = [counts[0], counts.at(-1)]
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return `${total} named checks of ${counts.length} endpoints: ${fewest?.count} of ${fewest?.name} to ${most?.count} of ${most?.name}`
}
