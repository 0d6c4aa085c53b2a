import type { EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { notFound } from "../base/service-error.ts"
import type { MockService, Place } from "../service.ts"
import type { Fault } from "../world/faults.ts"
import type { World } from "../world/world.ts"
import { answerControl, isControlPath } from "./answer-control.ts"
import { answer, answerError, type Trace } from "./answer-request.ts"
import { exchangeWithFault } from "./apply-fault.ts"
import { answerOpenApi, isOpenApi } from "./openapi.ts"
import { answerPopupPage, isPopupPage } from "./popup-pages.ts"
import { ClientGone, type WireRequest, type WireResponse } from "./wire.ts"

/** A request while it is under way. */
interface Exchange {
  /** Milliseconds since 1970, by the world's clock. */
  readonly at: number
  /** Milliseconds, by the machine's. */
  readonly start: number
  readonly request: WireRequest
  readonly trace: Trace
  readonly fault: Fault | undefined
}

/** Answers a request to a service: finds its world, lets the control interface or a fault have it, and writes it down. */
export function exchange(service: MockService, outer: WireRequest): WireResponse | Promise<WireResponse> {
  const [place, url] = service.enter(outer.url)
  if (place === undefined) return { ...answerError(notFound("World"), undefined), mark: service.mark }
  const request = url === outer.url ? outer : new InnerRequest(outer, url)
  if (isControlPath(url)) return answerControl(place, request).then((response) => marked(response, place))

  const { world } = place
  const fault = world.faults.take(world.random, request.method, url)
  const trace: Trace = {}
  const begun: Exchange = { at: world.now(), start: service.machine.elapsed(), request, trace, fault }
  const serve = () => serveIn(place, request, trace)
  const response =
    fault === undefined ? serve() : exchangeWithFault(service, fault, endpointOf(service, request), serve)
  return response instanceof Promise ? response.then((late) => note(place, begun, late)) : note(place, begun, response)
}

/** The endpoint that a request is for, where it is for one. */
function endpointOf({ router }: MockService, { method, url }: WireRequest): EndpointSpec | undefined {
  const match = router.match(method, url.split("?", 1)[0] ?? "")
  return match !== undefined && "route" in match ? match.route.endpoint : undefined
}

/** A request as the world of its prefix sees it. */
class InnerRequest implements WireRequest {
  readonly method: string
  readonly headers: WireRequest["headers"]
  readonly body: WireRequest["body"]

  constructor(
    outer: WireRequest,
    readonly url: string,
  ) {
    this.method = outer.method
    this.headers = outer.headers
    this.body = outer.body
  }
}

function serveIn({ service, world }: Place, request: WireRequest, trace: Trace): WireResponse | Promise<WireResponse> {
  world.scheduler.catchUp()
  try {
    const response = route(service, world, request, trace)
    if (!(response instanceof Promise)) return served(world, response)
    return response.then(
      (late) => served(world, late),
      (error: unknown) => served(world, failed(error, trace)),
    )
  } catch (error) {
    return served(world, failed(error, trace))
  }
}

function route({ router, texts }: MockService, world: World, request: WireRequest, trace: Trace) {
  if (request.url.startsWith("/v1/")) return answer(world, router, texts, request, trace)
  if (isOpenApi(request.url)) return answerOpenApi(request)
  if (isPopupPage(request.url)) return answerPopupPage(world, request)
  return answer(world, router, texts, request, trace)
}

/** What a request has made due runs once its answer is out. */
function served(world: World, response: WireResponse): WireResponse {
  world.scheduler.wake()
  return response
}

function failed(error: unknown, { route }: Trace): WireResponse {
  if (error instanceof ClientGone) return { status: 0, headers: {}, body: null, cut: true }
  return answerError(error, route?.endpoint)
}

/** Writes an exchange down in the journal. */
function note(place: Place, { at, start, request, trace, fault }: Exchange, response: WireResponse): WireResponse {
  const { service, world } = place
  const { status, body, model, cut } = response
  const id = world.journal.add({
    at,
    duration: service.machine.elapsed() - start,
    method: request.method,
    url: request.url,
    idempotencyKey: request.headers["idempotency-key"],
    trace,
    status: cut ? null : status,
    body: model ?? (typeof body === "string" ? body : null),
    faultId: fault?.id ?? null,
  })
  if (service.options.onRequest !== undefined) {
    const entry = world.journal.get(id)
    if (entry !== undefined) service.options.onRequest(entry)
  }
  return marked(response, place)
}

function marked(response: WireResponse, { mark }: Place): WireResponse {
  response.mark = mark
  return response
}
