import { describe, expect, it } from "vitest"
import { forwardAddress } from "../../../cli/commands/webhooks/forward-address.ts"

describe("--forward-to", () => {
  it.each([
    ["localhost:3000", "http://localhost:3000"],
    ["localhost:3000/webhooks?a=1", "http://localhost:3000/webhooks?a=1"],
    ["3000", "http://localhost:3000"],
    [":3000/hooks", "http://localhost:3000/hooks"],
    ["127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["[::1]:3000/x", "http://[::1]:3000/x"],
    ["app.internal/hooks", "http://app.internal/hooks"],
    [" https://app.example/hooks ", "https://app.example/hooks"],
    ["HTTP://localhost:3000", "HTTP://localhost:3000"],
  ])("accepts %s", (input, address) => {
    expect(forwardAddress(input)).toBe(address)
  })

  it.each(["", "ftp://a", "localhost:99999", "http://", "a b", "mailto:x@y", "nonsense", "nonsense/hooks"])(
    "says what it accepts instead of %j",
    (input) => {
      expect(() => forwardAddress(input)).toThrow(/--forward-to must be an address such as localhost:3000\/webhooks/)
    },
  )
})
