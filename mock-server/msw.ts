import { HttpResponse, http, type RequestHandler } from "msw"
import { basePathOf } from "../sdk/contract/core/trim-end.ts"
import { refuseUnknownOptions } from "../sdk/webhooks/store.ts"
import { literalPattern } from "./base/glob.ts"
import { createMockService, type MockService } from "./index.ts"
import { innerRequest } from "./service/http/inner-request.ts"

export type * from "./testing/types.ts"
export { createMockService }

/** Options of the MSW handlers. */
export interface MasHandlersOptions {
  /** The base address that the code under test calls, with or without the `/v1` at its end; the service's own `url` when left out. */
  readonly baseUrl?: string
}

/** Network headers set by MSW; without them the service treats a request as in-process. */
const networkHeaders = ["host", "origin"]

/**
 * Handlers with which MSW responds to every request under a base address from a mock service, the control API included.
 * It is one handler for the whole service, since MSW tries its handlers one after the other. A connection that a fault cuts
 * is a network error. MSW sees the global `fetch` and `node:http`: give `Mas` the option `fetch` there.
 */
export function masHandlers(
  service: MockService,
  { baseUrl = service.url, ...others }: MasHandlersOptions = {},
): RequestHandler[] {
  refuseUnknownOptions("masHandlers", others)
  const { origin, pathname } = new URL(baseUrl)
  const prefix = basePathOf(pathname)
  const respond = async ({ request }: { readonly request: Request }) => {
    try {
      return await service.fetch(inner(request, prefix.length))
    } catch {
      return HttpResponse.error()
    }
  }
  // A string pattern would interpret characters of the address, such as `:` or `(`.
  return [http.all(new RegExp(`^${literalPattern(origin + prefix)}(/|$)`), respond)]
}

/** The request without the base address's path and without network headers. */
function inner(request: Request, prefixLength: number): Request {
  // As pairs: MSW 2 wraps the headers if the platform sets the Content-Type, and copying the wrapper loses the other
  // headers.
  const headers = new Headers([...request.headers])
  for (const name of networkHeaders) headers.delete(name)
  return innerRequest(request, new URL(request.url).pathname.slice(prefixLength), headers)
}
