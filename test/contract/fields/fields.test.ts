import { expect, it } from "vitest"
import { listedPlaces, unlisted } from "./listed-places.ts"

it("lists where each field of a request is seen: else npx vitest run test/contract/fields -u", () => {
  expect(unlisted()).toEqual([])
})

it("misses a field that is in the contract alone, and one that is in the list alone", () => {
  const { "body.tags": _, ...others } = listedPlaces["messages.send"] ?? {}
  const listed = { ...listedPlaces, "messages.send": { ...others, "body.old": "response" } }
  expect(unlisted(listed)).toEqual(["messages.send body.tags", "messages.send body.old"])
})
