import type { WireResponse } from "../../mock-server/request/wire.ts"
import { MockService } from "../../mock-server/service.ts"
import { complaints } from "./answer-check.ts"

// Loaded for every test file: every answer of every mock service, whichever way it goes, is held against the OpenAPI
// document. `setup.ts` fails the test after which something is wrong.

const wrong: string[] = []

const { exchange } = MockService.prototype
MockService.prototype.exchange = function (request) {
  const [, id = "main", path = request.url] = /^\/@([^/]*)(\/.*)$/.exec(request.url) ?? []
  const faultsBefore = faultsHappened(this, id)
  const checked = (response: WireResponse): WireResponse => {
    if (!response.cut && request.method !== "OPTIONS") {
      check(request.method, path, response, faultsHappened(this, id) > faultsBefore)
    }
    return response
  }
  const answer = exchange.call(this, request)
  return answer instanceof Promise ? answer.then(checked) : checked(answer)
}

function check(method: string, path: string, { status, headers, body }: WireResponse, anyStatus: boolean): void {
  const text = body === null ? "" : Buffer.from(body).toString()
  const seen = { method: method === "HEAD" ? "GET" : method, path, status, headers: new Headers(headers), text }
  const found = complaints(seen, { anyStatus })
  if (found.length > 0) wrong.push(`${method} ${path} answered ${status}: ${found.join("; ")}`)
}

/** How often a fault has happened in a world: where one happens to a request, any status may be answered. */
function faultsHappened(service: MockService, id: string): number {
  try {
    return service
      .place(id)
      .world.faults.list()
      .reduce((sum, { fired }) => sum + fired, 0)
  } catch {
    return 0
  }
}

/** What is wrong so far, taken off the list. */
export const takeComplaints = (): string[] => wrong.splice(0)

/** Throws an error that names what is wrong so far. */
export function throwComplaints(): void {
  const complaint = takeComplaints().join("\n")
  if (complaint !== "") throw new Error(complaint)
}
