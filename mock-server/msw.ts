import { HttpResponse, http, type RequestHandler } from "msw"
import { createMockService, type MockService, type MockServiceOptions } from "./index.ts"

export type { MockService, MockServiceOptions }
export { createMockService }

/** Where MSW is to answer in the service's stead. */
export interface MasHandlersOptions {
  /** The base address that the code under test calls; the service's own `url` when left out. */
  readonly baseUrl?: string
}

/**
 * Handlers with which MSW answers every request under a base address from a mock service, the control interface included.
 * It is one handler for the whole service, since MSW tries its handlers one after the other. A connection that a fault cuts
 * is a network error. MSW sees the global `fetch` and `node:http`: give `Mas` the option `fetch` there.
 */
export function masHandlers(service: MockService, { baseUrl = service.url }: MasHandlersOptions = {}): RequestHandler[] {
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/+$/, "")
  const answer = async ({ request }: { readonly request: Request }) => {
    const target = new URL(request.url)
    target.pathname = target.pathname.slice(prefix.length)
    try {
      return await service.fetch(prefix === "" ? request : new Request(target, request))
    } catch {
      return HttpResponse.error()
    }
  }
  return [http.all(`${base.origin}${prefix}/*`, answer)]
}
