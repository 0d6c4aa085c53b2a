import type { WireResponse } from "../../mock-server/request/wire.ts"
import { ServiceCore } from "../../mock-server/service.ts"
import { complaints } from "./answer-check.ts"

// Loaded for every test file: every answer of every mock service, whichever way it goes, is held against the OpenAPI
// document. `setup.ts` fails the test after which something is wrong.

const wrong: string[] = []

const { answer } = ServiceCore.prototype
ServiceCore.prototype.answer = async function (request) {
  const [, id = "main", path = request.url] = /^\/@([^/]*)(\/.*)$/.exec(request.url) ?? []
  const faultsBefore = faultsHappened(this, id)
  const response = await answer.call(this, request)
  if (!response.cut && request.method !== "OPTIONS") {
    check(request.method, path, response, isOfNoWorld(response) || faultsHappened(this, id) > faultsBefore)
  }
  return response
}

function check(method: string, path: string, { status, headers, body }: WireResponse, anyStatus: boolean): void {
  const text = body === null ? "" : Buffer.from(body).toString()
  const seen = { method: method === "HEAD" ? "GET" : method, path, status, headers: new Headers(headers), text }
  const found = complaints(seen, { anyStatus })
  if (found.length > 0) wrong.push(`${method} ${path} answered ${status}: ${found.join("; ")}`)
}

/** Whether a request was refused for the world that it names, before any endpoint of the document saw it. */
const isOfNoWorld = ({ status, body }: WireResponse): boolean =>
  (status === 400 || status === 404) && typeof body === "string" && body.includes('"message":"World ')

/** How often a fault has happened in a world: where one happens to a request, any status may be answered. */
const faultsHappened = (service: ServiceCore, id: string): number =>
  (service.worlds.find(id)?.world.faults.list() ?? []).reduce((sum, { fired }) => sum + fired, 0)

/** What is wrong so far, taken off the list. */
export const takeComplaints = (): string[] => wrong.splice(0)

/** Throws an error that names what is wrong so far. */
export function throwComplaints(): void {
  const complaint = takeComplaints().join("\n")
  if (complaint !== "") throw new Error(complaint)
}
