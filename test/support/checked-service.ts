import { afterEach, expect } from "vitest"
import type { WireRequest, WireResponse } from "../../mock-server/request/wire.ts"
import { MockService } from "../../mock-server/service.ts"
import { complaints } from "./answer-check.ts"

// Imported for its effect: in this test file every answer of every mock service, whichever way it goes, is held against
// the OpenAPI document. A test after which something is wrong fails.

const wrong: string[] = []

function check(service: MockService, { method, url }: WireRequest, { status, headers, body, cut }: WireResponse): void {
  const [, id = "main", path = url] = /^\/@([^/]*)(\/.*)$/.exec(url) ?? []
  if (cut || method === "OPTIONS" || !path.startsWith("/v1/")) return
  const anyStatus = hasFaults(service, id)
  const text = body === null ? "" : Buffer.from(body).toString()
  const named = method === "HEAD" ? "GET" : method
  const found = complaints({ method: named, path, status, headers: new Headers(headers), text }, { anyStatus })
  if (found.length > 0) wrong.push(`${method} ${url} answered ${status}: ${found.join("; ")}`)
}

function hasFaults(service: MockService, id: string): boolean {
  try {
    return service.place(id).world.faults.list().length > 0
  } catch {
    return false
  }
}

const { exchange } = MockService.prototype
MockService.prototype.exchange = function (request) {
  const answer = exchange.call(this, request)
  if (answer instanceof Promise) return answer.then((response) => checked(this, request, response))
  return checked(this, request, answer)
}

function checked(service: MockService, request: WireRequest, response: WireResponse): WireResponse {
  check(service, request, response)
  return response
}

/** What is wrong so far, taken off the list. */
export const takeComplaints = (): string[] => wrong.splice(0)

afterEach(() => {
  expect(takeComplaints()).toEqual([])
})
