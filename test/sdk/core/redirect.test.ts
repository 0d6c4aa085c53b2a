import { describe, expect, it } from "vitest"
import { describeRedirect, redirectPath } from "../../../sdk/client/request/redirect.ts"
import type { TransportRequest } from "../../../sdk/client/transport/transport.ts"

const origin = "https://api.example.test"
const request = (method = "GET", path = "/v1/my/contacts?page=1") => ({ method, origin, path }) as TransportRequest
const redirectResponse = (status: number, location?: string) => ({
  status,
  headers: { ...(location !== undefined && { location }) },
})

describe("a redirect", () => {
  it.each([
    ["/v2/contacts?a=1", "/v2/contacts?a=1"],
    ["?page=2", "/v1/my/contacts?page=2"],
    ["lists", "/v1/my/lists"],
    [`${origin}/elsewhere`, "/elsewhere"],
    [`${origin}/with#fragment`, "/with"],
  ])("with location %s is followed to %s", (location, path) => {
    for (const status of [301, 302, 303, 307, 308])
      expect(redirectPath(redirectResponse(status, location), request())).toBe(path)
  })

  it.each([
    ["another origin", "https://other.example.test/x"],
    ["the same host without TLS", "http://api.example.test/x"],
    ["the same host by another port", "https://api.example.test:8443/x"],
    ["an invalid address", "https://"],
    ["no location", undefined],
  ])("to %s is not followed", (_, location) => {
    expect(redirectPath(redirectResponse(302, location), request())).toBeUndefined()
  })

  it.each(["POST", "PATCH", "PUT", "DELETE", "HEAD", ""])("of a request by %s is not followed", (method) => {
    expect(redirectPath(redirectResponse(307, "/x"), request(method))).toBeUndefined()
  })

  it.each([200, 201, 299, 300, 304, 305, 306, 309, 399, 400])("with status %d is not followed", (status) => {
    expect(redirectPath(redirectResponse(status, "/x"), request())).toBeUndefined()
  })
})

describe("the reason why a redirect was not followed", () => {
  it.each([200, 299, 300, 304, 399, 400, 500])("is not given for status %d", (status) => {
    expect(describeRedirect(redirectResponse(status, "/x"), "GET", origin)).toBeUndefined()
  })

  it.each<[string, number, string | undefined, string, string]>([
    [
      "another origin",
      302,
      "https://other.test/x",
      "GET",
      "a redirect to another origin (https://other.test), which is not followed",
    ],
    [
      "another origin, of a write",
      307,
      "https://other.test/x",
      "POST",
      "a redirect to another origin (https://other.test), which is not followed",
    ],
    ["a write", 308, "/x", "DELETE", "a redirect, which is only followed for GET"],
    ["too many", 301, "/x", "GET", "one redirect after another, more than 5"],
    ["no location", 302, undefined, "GET", "a redirect without a usable location"],
    ["no location, of a write", 302, undefined, "POST", "a redirect without a usable location"],
    ["an invalid address", 303, "https://", "GET", "a redirect without a usable location"],
  ])("is given: %s", (_, status, location, method, words) => {
    expect(describeRedirect(redirectResponse(status, location), method, origin)).toBe(words)
  })
})
