import { describe, expect, it } from "vitest"
import type { NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { endpoints } from "../../support/samples.ts"
import { pairOf, placesWithout, succeeded, valuesOf } from "./find-pair.ts"
import { advice } from "./listed-places.ts"
import { differences, observe } from "./observe.ts"
import { fieldsOf, nameOf, valueAt, withField } from "./paths.ts"

const withFields = endpoints.filter(({ spec }) => fieldsOf(spec).length > 0)
const rows = withFields.map((endpoint) => [endpoint.name, endpoint] as const)
const pairsByEndpoint = new Map<string, ReturnType<typeof findPairs>>()

/** The pairs of all fields of an endpoint, by field. */
async function findPairs(endpoint: NamedEndpoint) {
  const pairs: [string, Awaited<ReturnType<typeof pairOf>>][] = []
  for (const path of fieldsOf(endpoint.spec)) pairs.push([nameOf(path), await pairOf(endpoint, path)])
  return pairs
}

function pairsOf(endpoint: NamedEndpoint) {
  const pairs = pairsByEndpoint.get(endpoint.name) ?? findPairs(endpoint)
  pairsByEndpoint.set(endpoint.name, pairs)
  return pairs
}

const placesIn = (pairs: Awaited<ReturnType<typeof findPairs>>) =>
  pairs.map(([field, pair]) => [field, pair?.differingPlaces.join(", ") ?? ""] as const)

describe("each field of a request", () => {
  // Two values of the field lead to something else: a case that the contract's values do not find goes into cases.ts.
  it.each(rows)("is seen by a user of the service: %s", async (_, endpoint) => {
    const unseen = placesIn(await pairsOf(endpoint)).filter(([, placesText]) => placesText === "")
    expect(
      unseen.map(([field]) => field),
      advice,
    ).toEqual([])
  })

  it.each(rows)("is missed if the mock server forgets it: %s", async (_, endpoint) => {
    const stillSeen: string[] = []
    for (const [field, pair] of await pairsOf(endpoint)) {
      const differingPlaces = pair === undefined ? [] : await placesWithout(endpoint, pair)
      if (differingPlaces.length > 0) stillSeen.push(`${field}: ${differingPlaces.join(", ")}`)
    }
    expect(stillSeen).toEqual([])
  })

  it("of an SMS is seen, too, or refused", async () => {
    const sms = { channel: "sms", to: "+4915112345678", body: "Your code: {{ data.code }}" }
    const [endpoint] = withFields.filter(({ name }) => name === "messages.send")
    if (endpoint === undefined) throw new Error("messages.send has no fields")
    const unseen: string[] = []
    const before = await observe(endpoint, { body: sms })
    for (const path of fieldsOf(endpoint.spec).filter(([part]) => part === "body")) {
      const values = [...new Set(valuesOf(endpoint, path)), { code: "417" }, "+4915112345679"]
      const observations = await Promise.all(
        values.map((value) => observe(endpoint, withField({ body: sms }, path, value))),
      )
      const accepted = observations.filter(
        (one, index) => succeeded(one) && values[index] !== valueAt({ body: sms }, path),
      )
      if (accepted.length > 0 && accepted.every((one) => differences(before, one).length === 0))
        unseen.push(nameOf(path))
    }
    expect(unseen).toEqual([])
  })

  it("is seen in all the places where it was seen before: else npx vitest run test/contract/fields -u", async () => {
    const all: [string, object][] = []
    for (const endpoint of withFields) all.push([endpoint.name, Object.fromEntries(placesIn(await pairsOf(endpoint)))])
    await expect(`${JSON.stringify(Object.fromEntries(all), null, 2)}\n`).toMatchFileSnapshot("places.json")
  })
})
