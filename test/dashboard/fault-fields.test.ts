import { expect, it } from "vitest"
import * as z from "zod"
import { NewFault } from "../../mock-server/control/new-faults.ts"
import { faultFields, faultOf } from "../../mock-server/dashboard/world/fault-fields.ts"

it("has a form field for every property of a fault", () => {
  const union = NewFault
  const shapes = union.options.map((option) => (option instanceof z.ZodObject ? Object.keys(option.shape) : []))
  const [request = [], delivery = []] = shapes.map((names) => names.filter((name) => name !== "on").sort())
  expect([...faultFields.request.first, ...faultFields.request.more].map(({ name }) => name).sort()).toEqual(request)
  expect([...faultFields.delivery.first, ...faultFields.delivery.more].map(({ name }) => name).sort()).toEqual(delivery)
})

it("names the field of a fault that is not a number, or not JSON", () => {
  expect(() => faultOf("request", { status: "many" })).toThrow("Status: not a number")
  expect(() => faultOf("request", { headers: "{" })).toThrow("Response headers, JSON: not valid JSON")
  expect(faultOf("request", { body: "plain <b>", times: "2" })).toEqual({ on: "request", body: "plain <b>", times: 2 })
})
