import { expect, it } from "vitest"
import { advice, listedPlaces, unlisted } from "./listed-places.ts"

it("lists where each field of a request is seen", () => {
  expect(unlisted(), advice).toEqual([])
})

it("misses a field that is in the contract alone, one that is seen nowhere, and one that is in the list alone", () => {
  const { "body.tags": _, ...others } = listedPlaces["messages.send"] ?? {}
  const listed = { ...listedPlaces, "messages.send": { ...others, "body.html": "", "body.old": "response" } }
  const missing = ["messages.send body.html", "messages.send body.tags", "messages.send body.old"]
  expect(unlisted(listed)).toEqual(expect.arrayContaining(missing))
})
