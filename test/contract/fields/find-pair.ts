import { isDeepStrictEqual } from "node:util"
import fc from "fast-check"
import type { NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { madeBody } from "../../support/made-json.ts"
import { cases, commonCase, type FieldCase } from "./cases.ts"
import { type Drop, differences, type Observation, observe, type Scene } from "./observe.ts"
import { type FieldPath, nameOf, type RequestParts, valueAt, withField } from "./paths.ts"

/** Two requests that differ in one field alone, and where the difference is seen. */
export interface Pair {
  readonly requests: readonly [RequestParts, RequestParts]
  readonly scene: Scene
  readonly differingPlaces: readonly string[]
  /** Where a mock server would forget the field. */
  readonly drop: Drop
}

/** Made bodies from which values are taken. */
const madeBodies = 60
/** Values that are tried for a field. */
const tries = 6

/** True if the request was accepted. */
export const succeeded = (observation: Observation) => /^\[2/.test(observation.get("response") ?? "")

/** The pair of a field: the one of the table of cases, or one that is found with values of the contract. */
export async function pairOf(endpoint: NamedEndpoint, path: FieldPath): Promise<Pair | undefined> {
  const written = cases[endpoint.name]?.[nameOf(path)] ?? commonCase(endpoint, path)
  if (written !== undefined) return await compare(endpoint, path, written)
  if (path[0] !== "body") return undefined
  return await search(endpoint, path)
}

async function compare(endpoint: NamedEndpoint, path: FieldPath, written: FieldCase): Promise<Pair> {
  const { requests, judged, hidden } = written
  const fieldName = `${endpoint.name}: ${nameOf(path)}`
  if (!isDeepStrictEqual(withField(requests[0], path, undefined), withField(requests[1], path, undefined)))
    throw new Error(`${fieldName}: the two requests differ in more than the field`)
  const [one, other] = [await observe(endpoint, requests[0], written), await observe(endpoint, requests[1], written)]
  if (!succeeded(one)) throw new Error(`${fieldName}: the first request is refused: ${one.get("response")}`)
  if (succeeded(other) !== (judged === undefined))
    throw new Error(`${fieldName}: the second request: ${other.get("response")}`)
  const differingPlaces = judged === undefined ? differences(one, other) : ["refusal"]
  if (hidden !== undefined && differingPlaces.some((placeName) => !placeName.startsWith("table ")))
    throw new Error(`${fieldName} is seen: ${differingPlaces.join(", ")}. It is not hidden`)
  return {
    requests,
    scene: written,
    differingPlaces,
    drop: { path, at: judged === "contract" ? "request" : "handler" },
  }
}

const bodiesOf = ({ spec }: NamedEndpoint): unknown[] => [
  spec.example?.body ?? {},
  ...fc.sample(madeBody(spec), { numRuns: madeBodies, seed: 1 }),
]

/** Different values of a field that fit the contract. */
export function valuesOf(endpoint: NamedEndpoint, path: FieldPath): unknown[] {
  const texts = bodiesOf(endpoint).map((body) => JSON.stringify(valueAt(body, path.slice(1))))
  const distinct = [...new Set(texts)].filter((text) => text !== undefined)
  return distinct.slice(0, tries).map((text) => JSON.parse(text))
}

async function search(endpoint: NamedEndpoint, path: FieldPath): Promise<Pair | undefined> {
  const { spec } = endpoint
  const bodies = bodiesOf(endpoint)
  const inBody = path.slice(1)
  for (const base of bodies.slice(0, 6)) {
    let first: readonly [RequestParts, Observation] | undefined
    for (const value of [undefined, ...valuesOf(endpoint, path)]) {
      const body = withField(base, inBody, value)
      const request = { ...spec.example, body }
      const observation = await observe(endpoint, request)
      if (!succeeded(observation)) continue
      first ??= [request, observation]
      const differingPlaces = differences(first[1], observation)
      if (differingPlaces.length > 0)
        return { requests: [first[0], request], scene: {}, differingPlaces, drop: { path, at: "handler" } }
    }
  }
  return undefined
}

/** Where a pair's difference is seen while the mock server forgets the field. */
export async function placesWithout(endpoint: NamedEndpoint, { requests, scene, drop }: Pair): Promise<string[]> {
  const [first, second] = requests
  return differences(await observe(endpoint, first, scene, drop), await observe(endpoint, second, scene, drop))
}
