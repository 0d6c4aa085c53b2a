import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { fieldsOf, nameOf } from "./paths.ts"
import places from "./places.json" with { type: "json" }

/** Where each field of an endpoint's requests is seen, by endpoint and field: written by `npx vitest run test/contract/fields -u`. */
export const listedPlaces: Readonly<Record<string, Readonly<Record<string, string>>>> = places

/** Fields of the contract without a place, and places without a field. */
export function unlisted(listed = listedPlaces): string[] {
  const requiredFields = listEndpoints(contract).flatMap(({ name, spec }) =>
    fieldsOf(spec).map((path) => `${name} ${nameOf(path)}`),
  )
  const present = Object.entries(listed).flatMap(([name, fields]) =>
    Object.keys(fields).flatMap((field) => (fields[field] === "" ? [] : `${name} ${field}`)),
  )
  return [
    ...requiredFields.filter((one) => !present.includes(one)),
    ...present.filter((one) => !requiredFields.includes(one)),
  ]
}

/** What to do about a field without a place. */
export const advice =
  "test/contract/fields/places.json lists where a field of a request is seen: npx vitest run test/contract/fields -u writes it. If it is seen nowhere, the mock server forgets it, or test/contract/fields/cases.ts needs two requests that show it"
