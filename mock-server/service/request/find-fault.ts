import { limits } from "../../../sdk/contract/core/limits.ts"
import type { RequestFault } from "../../base/models.gen.ts"
import { ServiceError } from "../../base/service-error.ts"
import type { Trace } from "../../world/journal.ts"
import type { World } from "../../world/world.ts"
import { shownCredential } from "./authenticate.ts"
import { routeFor } from "./routes/service-tree.ts"
import { bodyOf, type WireBody, type WireRequest } from "./wire.ts"

/** Maximum body size for matching: the largest of any endpoint, plus room for form fields. */
const bodyLimit = limits.importBytes + limits.bodyBytes

/** Finds the fault for a request and counts it. The body is matched once it has arrived. */
export function findFault(world: World, { method, url, headers, body }: WireRequest): RequestFault | undefined {
  return world.faults.takeForRequest(world.random, {
    method,
    url,
    idempotencyKey: headers["idempotency-key"],
    credential: shownCredential(world, headers),
    text: world.faults.asksForBody(method, url) ? textOf(body) : undefined,
  })
}

const textOf = ({ arrived: bytes }: WireBody) =>
  bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()

/** Adds endpoint and body to the trace of a request that failed before its body was read. Files are omitted. */
export function traceUnread(request: WireRequest, trace: Trace): void {
  const route = routeFor(request)
  if (route === undefined) return
  trace.endpoint ??= route.name
  const { body, upload } = route.endpoint
  if (body !== undefined && upload === undefined) trace.text ??= textOf(request.body)
}

/** Reads the body into memory, so that a fault can match it. */
export async function withBody(request: WireRequest): Promise<WireRequest> {
  const { method, url, headers, body } = request
  if (body.arrived !== undefined) return request
  return { method, url, headers, body: await body.bytes(bodyLimit).then(arrivedBody, broken) }
}

const arrivedBody = (bytes: Uint8Array | "too large"): WireBody =>
  bytes === "too large"
    ? broken(new ServiceError(413, `The body is larger than ${bodyLimit} bytes`, { rule: "36.7" }))
    : bodyOf(bytes)

/** A body that throws the error of reading it on the next read. */
const broken = (error: unknown): WireBody => ({
  arrived: undefined,
  bytes: () => Promise.reject(error),
  // biome-ignore lint/correctness/useYield: it always throws.
  async *stream() {
    throw error
  },
})
