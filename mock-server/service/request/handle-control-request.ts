import type { MountedWorld } from "../../world/mounted-world.ts"
import { guardControl } from "./guard-control.ts"
import { handleEndpoint } from "./handle-endpoint.ts"
import type { HostNames } from "./host-names.ts"
import { liveResponse } from "./live/live-feed.ts"
import { dashboardResponse } from "./pages/dashboard.ts"
import { mailPath, mailResponse, schemeIn, templatePath, templateResponse } from "./pages/mail.ts"
import { renderFailure } from "./render.ts"
import { wantsHtml } from "./root-redirect.ts"
import { controlRoot, controlTree } from "./routes/control-tree.ts"
import type { WireRequest, WireResponse } from "./wire.ts"

/** Whether a path, with or without its query, is of the control API. */
export const isControlPath = (url: string) => url.startsWith(controlRoot) && isEnd(url[controlRoot.length])

const isEnd = (next: string | undefined) => next === undefined || next === "/" || next === "?"

/** Responds to a call to the control API, `/_mock/…`; errors have the service's shape. */
export async function handleControlRequest(
  hostNames: HostNames,
  mounted: MountedWorld,
  request: WireRequest,
): Promise<WireResponse> {
  try {
    guardControl(request, hostNames)
    const path = request.url.slice(controlRoot.length).split("?", 1)[0] ?? ""
    if (path === "" || path === "/") return await dashboardResponse(request, path)
    if (path === "/live") return liveResponse(mounted, request)
    const mail = request.method === "GET" ? mailPath.exec(path)?.[1] : undefined
    if (mail !== undefined) return mailResponse(mounted.world, Number(mail), schemeIn(request.url))
    const template = request.method === "GET" ? templatePath.exec(path)?.[1] : undefined
    if (template !== undefined) return await templateResponse(mounted.world, Number(template), request.url)
    const response = await handleEndpoint({ tree: controlTree, mounted, trace: {} }, request)
    return path === latestPath && wantsHtml(request) ? toMail(response) : response
  } catch (error) {
    return renderFailure(error)
  }
}

const latestPath = "/messages/latest"

/** Redirects a browser that requests the newest message to its HTML. */
function toMail({ model }: WireResponse): WireResponse {
  const id = model !== undefined && "id" in model ? Number(model.id) : 0
  return { status: 303, headers: { Location: `${id}/html`, "Cache-Control": "no-store" }, body: null }
}
