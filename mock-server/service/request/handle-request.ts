import type { HostClock } from "../../base/host.ts"
import { forbidden } from "../../base/mock-error.ts"
import type { RequestFault } from "../../base/models.gen.ts"
import { ServiceError, unauthorized } from "../../base/service-error.ts"
import type { CreatedResource } from "../../world/created-resources.ts"
import type { JournalEntry, Trace } from "../../world/journal.ts"
import type { MountedWorld } from "../../world/mounted-world.ts"
import type { World } from "../../world/world.ts"
import { shownBy } from "./authenticate.ts"
import type { ControlAccess } from "./control-access.ts"
import { withCorsHeaders } from "./cors.ts"
import { findFault, traceUnread, withBody } from "./find-fault.ts"
import { findWorld } from "./find-world.ts"
import { handleControlRequest, isControlPath } from "./handle-control-request.ts"
import { handleEndpoint } from "./handle-endpoint.ts"
import type { HostNames } from "./host-names.ts"
import { sandboxed } from "./isolate.ts"
import type { JsonTexts } from "./json-texts.ts"
import { billingPageResponse, isBillingPage } from "./pages/billing.ts"
import { docsResponse, isDocsPath } from "./pages/docs.ts"
import { isOpenApi, openApiResponse } from "./pages/openapi.ts"
import { isPopupPage, popupPageResponse } from "./pages/popup.ts"
import { renderFailure } from "./render.ts"
import { corruptResponse, respondByFault } from "./respond-by-fault.ts"
import { isRoot, redirectToDashboard } from "./root-redirect.ts"
import type { RouteSpec } from "./routes/route-tree.ts"
import { popupEndpoint, serviceTree } from "./routes/service-tree.ts"
import { ClientGone, connectionCut, type WireRequest, type WireResponse } from "./wire.ts"

const warningHeader = "X-MAS-Mock-Warning"
const ruleHeader = "X-MAS-Mock-Rule"

const noServiceWorker = "The mock serves no script for a service worker"

/** The part of the service that requests need. */
export interface HandlingService {
  readonly host: HostClock
  /** Aborts when the service closes. */
  readonly ended: AbortSignal
  readonly texts: JsonTexts
  readonly hostNames: HostNames
  /** Present when the service is mounted in an app, and so shares the app's origin. */
  readonly controlAccess?: ControlAccess | undefined
  /** The error for a request that would store more than a mounted service may hold. */
  readonly writeRefusal?: (() => ServiceError | undefined) | undefined
  /** Called after each request with its journal entry. */
  readonly onRequest: ((entry: JournalEntry) => void) | undefined
  /** The build header of responses that belong to no world. */
  readonly build: string
  find(worldId: string): MountedWorld | undefined
}

/** A request being processed in a world. The world may be replaced meanwhile. */
interface RequestContext {
  readonly service: HandlingService
  readonly mounted: MountedWorld
  readonly world: World
  readonly request: WireRequest
  readonly trace: Trace
  readonly at: number
  /** By the host's clock. */
  readonly start: number
  /** The newest webhook delivery when the request arrived. */
  readonly deliveryId: number
  /** The newest entry of the history then. */
  readonly historyId: number
}

export async function handleRequest(service: HandlingService, outer: WireRequest): Promise<WireResponse> {
  // 1. Which world is it for?
  let addressed: ReturnType<typeof findWorld>
  try {
    addressed = findWorld(service, outer)
  } catch (error) {
    return withBuild(service.build, renderFailure(error))
  }
  const { mounted, request } = addressed
  const { hostNames, controlAccess } = service
  const { world } = mounted
  const { url } = request
  const isOwnPage = isControlPath(url) || isDocsPath(url)
  const before = frozenAt(world)
  const finish = (response: WireResponse) => {
    // Omitted if the clock was moved during the request: then waiting may help.
    const frozenMark = before !== undefined && frozenAt(world) === before ? "; clock=frozen" : ""
    const visible = controlAccess === undefined ? response : sandboxed(response, isOwnPage)
    return withBuild(mounted.build + frozenMark + timeOf(world), visible)
  }

  // 2. Is it for the control API or the documents? No page of the mock has a service worker: it would outlive the mock.
  if (request.headers["service-worker"] !== undefined) return finish(renderFailure(forbidden(noServiceWorker)))
  const interception = isOwnPage ? controlAccess?.intercept(request) : undefined
  if (interception !== undefined) return finish(sandboxed(interception, false))
  if (isControlPath(url)) return finish(await handleControlRequest(hostNames, mounted, request))
  if (isDocsPath(url)) return finish(await docsResponse(hostNames, request))

  // 3. Is its host name allowed, and is there room? If not, refuse it without recording it.
  const refusal =
    hostNames.serviceRefusal(request.headers.host) ?? (isWrite(request) ? service.writeRefusal?.() : undefined)
  if (refusal !== undefined) return finish(renderFailure(refusal))

  if (isRoot(request)) return finish(redirectToDashboard(outer.url))

  // 4. Let a fault response, if one matches. Run due work first, so that it is not attributed to the fault.
  world.scheduler.catchUp()
  const deliveryId = world.tables.webhookDeliveries.lastId
  const [at, start] = [world.now(), service.host.elapsed()]
  const historyId = world.history.lastId
  const context: RequestContext = { service, mounted, world, request, trace: {}, at, start, deliveryId, historyId }
  if (!world.faults.isEmpty) return finish(await respondAmongFaults(context))

  // 5. Answer it, whatever happens, and record it.
  return finish(writeDown(context, await handlePath(context)))
}

const isWrite = ({ method }: WireRequest) => method === "POST" || method === "PUT" || method === "PATCH"

/** Responds to a request when a fault may replace or change the response. */
async function respondAmongFaults(context: RequestContext): Promise<WireResponse> {
  const { service, world } = context
  const { method, url } = context.request
  const request = world.faults.asksForBody(method, url) ? await withBody(context.request) : context.request
  const requestContext = { ...context, request }
  const fault = findFault(world, request)
  const instead = fault && (await respondByFault(fault, request, service))
  if (instead !== undefined) return writeDown(requestContext, instead, fault, [])
  if (fault !== undefined) world.scheduler.catchUp()
  const response = await handlePath(requestContext)
  if (fault === undefined) return writeDown(requestContext, response)
  return writeDown(
    requestContext,
    fault.drop === "after" ? { ...response, cut: true } : corruptResponse(fault, response),
    fault,
  )
}

/** Responds to a request; never rejects. Work that it schedules runs after its response was sent. */
async function handlePath(context: RequestContext): Promise<WireResponse> {
  const { world, request, trace } = context
  try {
    return await pageResponse(context)
  } catch (error) {
    if (error instanceof ClientGone) return connectionCut()
    if (error instanceof ServiceError) trace.rule = error.details.rule
    return refuse(request, error)
  } finally {
    world.scheduler.wake()
  }
}

function pageResponse({ service, mounted, request, trace }: RequestContext): WireResponse | Promise<WireResponse> {
  if (isOpenApi(request.url)) return openApiResponse(request)
  if (isBillingPage(request.url)) return billingPageResponse(service.hostNames, mounted.world, request)
  if (isPopupPage(request.url)) return popupPageResponse(mounted.world, request)
  return handleEndpoint({ tree: serviceTree, mounted, texts: service.texts, trace }, request)
}

/** Records the request and its response, as sent, in the journal. */
function writeDown(
  { service, world, request, trace, at, start, deliveryId, historyId }: RequestContext,
  response: WireResponse,
  fault?: RequestFault,
  created?: readonly CreatedResource[],
): WireResponse {
  if (response.status >= 400 || response.cut) traceUnread(request, trace)
  trace.shown = shownBy(world, request.headers, trace.caller)
  const id = world.journal.add({
    at,
    duration: service.host.elapsed() - start,
    method: request.method,
    url: request.url,
    idempotencyKey: request.headers["idempotency-key"],
    trace,
    status: response.cut ? null : response.status,
    body: response.model ?? (typeof response.body === "string" ? response.body : null),
    faultId: fault?.id ?? null,
    deliveryId,
    historyId,
    made: created,
  })
  if (request.method !== "GET" || response.status >= 400 || response.cut) {
    const outcome = response.cut ? "cut off" : response.status
    const what = `Request ${id}: ${trace.endpoint ?? `${request.method} ${request.url}`}, ${outcome}`
    const isBad = response.cut || response.status >= 400
    world.history.add(at, { what, isBad, about: { kind: "request", id } })
  }
  world.watchers.changed()
  const entry = service.onRequest && world.journal.get(id)
  if (entry !== undefined) service.onRequest?.(entry)
  return withCorsHeaders(request, withNotes(trace, response))
}

/** The frozen time, if the clock is frozen: scheduled work runs only when a caller moves it. */
function frozenAt({ scheduler, clock }: World): number | undefined {
  return scheduler.isStopped ? clock.offset : undefined
}

/** The world's time for the build header, if it differs from the host's. */
const timeOf = ({ clock }: World): string => (clock.isShifted ? `; now=${clock.timestamp()}` : "")

function refuse(request: WireRequest, error: unknown): WireResponse {
  const popup = popupEndpoint(request)
  return popup === undefined ? renderFailure(error) : renderFailure(asPopupError(popup, error), true)
}

/** Adds the request's warning and the rule that refused it as response headers. */
function withNotes({ warning, rule }: Trace, response: WireResponse): WireResponse {
  if (warning === undefined && rule === undefined) return response
  const headers = {
    ...response.headers,
    ...(warning === undefined ? {} : { [warningHeader]: encodeURI(warning) }),
    ...(rule === undefined ? {} : { [ruleHeader]: rule }),
  }
  return { ...response, headers }
}

/** Modifies the response in place: a copy would cost more than finding the endpoint. */
function withBuild(build: string, response: WireResponse): WireResponse {
  response.build = build
  return response
}

/** Errors of a request or its body; the popup endpoints use one status for all of them. */
const wrongRequest: readonly number[] = [400, 413, 415, 422]

/** Converts an error to one of the statuses that the specification lists for the popup endpoints. Spec: Errors. */
function asPopupError(endpoint: RouteSpec, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error
  if (error.status === 403) return unauthorized(error.details.rule, error.message)
  if (!wrongRequest.includes(error.status)) return error
  return new ServiceError(endpoint.invalid?.status ?? 422, error.message, { rule: error.details.rule })
}
