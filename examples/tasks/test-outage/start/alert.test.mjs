import { test } from "node:test"
import { alert } from "./alert.mjs"

test("texts the customer", () => {
  console.log(`To do: test ${alert.name}`)
})
