import { test } from "node:test"
import { signUp } from "./signup.mjs"

test("takes in whoever signs up", () => {
  console.log(`To do: test ${signUp.name}`)
})
