import type { WireResponse } from "../../mock-server/service/request/wire.ts"
import { ServiceCore } from "../../mock-server/service/service.ts"
import type { Fault } from "../../mock-server/world/fault-rules.ts"
import { complaints } from "./response-check.ts"

// Loaded for every test file: checks every response of every mock service against the OpenAPI document, over any
// transport. `setup.ts` fails the test that caused a complaint.

const wrong: string[] = []

const { respond } = ServiceCore.prototype
ServiceCore.prototype.respond = async function (request) {
  const [, id = "main", path = request.url] = /^\/@([^/]*)(\/.*)$/.exec(request.url) ?? []
  const before = timesHappened(this, id)
  const response = await respond.call(this, request)
  const happened = faultsOf(this, id).filter((fault) => fault.fired > (before.get(fault.id) ?? 0))
  if (!response.cut && request.method !== "OPTIONS" && !happened.some(isMeantToBeWrong)) {
    check(request.method, path, response, isBeforeEndpoints(response) || happened.length > 0)
  }
  return response
}

function check(method: string, path: string, { status, headers, body }: WireResponse, anyStatus: boolean): void {
  const text = body === null ? "" : Buffer.from(body).toString()
  const exchange = { method: method === "HEAD" ? "GET" : method, path, status, headers: new Headers(headers), text }
  const problems = complaints(exchange, { anyStatus })
  if (problems.length > 0) wrong.push(`${method} ${path} responded with ${status}: ${problems.join("; ")}`)
}

/** True if a request was refused because of its world or host, before it reached an endpoint. */
const isBeforeEndpoints = ({ status, body }: WireResponse): boolean =>
  [400, 403, 404].includes(status) && typeof body === "string" && /"message":"(World |The host name )/.test(body)

const faultsOf = (service: ServiceCore, id: string) => service.worlds.find(id)?.world.faults.list() ?? []

/** How often each fault of a world has happened: any status is allowed if a fault happened during a request. */
const timesHappened = (service: ServiceCore, id: string) =>
  new Map(faultsOf(service, id).map((fault) => [fault.id, fault.fired]))

/** True for a fault with a response outside the document. */
const isMeantToBeWrong = (fault: Fault) =>
  fault.on === "request" && (fault.body !== undefined || fault.headers !== undefined)

/** Removes and returns the complaints so far. */
export const takeComplaints = (): string[] => wrong.splice(0)

/** Throws an error with the complaints so far. */
export function throwComplaints(): void {
  const complaint = takeComplaints().join("\n")
  if (complaint !== "") throw new Error(complaint)
}
