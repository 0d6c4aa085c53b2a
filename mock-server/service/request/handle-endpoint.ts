import { Reply } from "../../base/reply.ts"
import type { Trace } from "../../world/journal.ts"
import type { MountedWorld } from "../../world/mounted-world.ts"
import { readInput, takeJson, takeLongJson, takeUpload } from "./input/input.ts"
import { isLongJson } from "./input/json.ts"
import { readUpload } from "./input/multipart.ts"
import type { JsonTexts } from "./json-texts.ts"
import { otherMethodResponse } from "./options-request.ts"
import { renderOutcome } from "./render.ts"
import type { RouteTree } from "./routes/route-tree.ts"
import type { WireRequest, WireResponse } from "./wire.ts"

/** The context in which an endpoint is answered. */
interface EndpointContext {
  readonly tree: RouteTree
  readonly mounted: MountedWorld
  /** Caches the JSON of frequently read rows; no cache when omitted. */
  readonly texts?: JsonTexts
  /** Collects information about the request for the journal. */
  readonly trace: Trace
}

/** Processes a request for one endpoint. Refusals reject with a ServiceError. */
export async function handleEndpoint(
  { tree, mounted, texts, trace }: EndpointContext,
  request: WireRequest,
): Promise<WireResponse> {
  const { world } = mounted
  const { method, headers, url } = request

  // 1. Find the endpoint.
  const end = url.indexOf("?")
  const match = tree.router.match(method === "HEAD" ? "GET" : method, end < 0 ? url : url.slice(0, end))
  if (match === undefined) throw tree.refusePath()
  if ("broken" in match) throw tree.refuseEscape(match.broken)
  if ("allow" in match) return otherMethodResponse(method, match.allow)
  const { endpoint, name, authenticate, preload, run } = match.route
  trace.endpoint = name

  // 2. Authenticate and authorize the caller.
  let caller = authenticate?.(world, headers)
  if (caller !== undefined) trace.caller = caller
  if (tree.isLimited) world.rateLimit.count(caller)

  // 3. Read path, query and headers.
  const search = end < 0 ? "" : url.slice(end + 1)
  const input = readInput(tree, endpoint, { params: match.params, search, headers }, trace)

  // 4. Read the body. After a wait, authenticate again: meanwhile rows may be replaced and credentials revoked.
  const { body: schema, upload } = endpoint
  if (schema !== undefined) {
    const { arrived } = request.body
    const reader = { tree, endpoint, schema, request, trace }
    if (upload !== undefined) takeUpload(input, await readUpload(request, schema), reader)
    else {
      const bytes = arrived ?? (await request.body.bytes(tree.json.limit))
      if (isLongJson(bytes, tree.json)) await takeLongJson(world.clock.host, input, bytes, reader)
      else takeJson(input, bytes, reader)
    }
    if (preload !== undefined) await preload(input.body)
    if (upload !== undefined || arrived === undefined || preload !== undefined) caller = authenticate?.(world, headers)
  }

  // 5. Run the handler and render the result. Only calls that move time or wait are asynchronous.
  const outcome = run(mounted, caller, input)
  if (outcome instanceof Reply && outcome.notes.warning !== undefined) trace.warning = outcome.notes.warning
  const partsHost = tree.json.bounds === undefined && method !== "HEAD" ? world.clock.host : undefined
  return renderOutcome(endpoint, outcome instanceof Promise ? await outcome : outcome, {
    page: input.page,
    texts,
    partsHost,
  })
}
