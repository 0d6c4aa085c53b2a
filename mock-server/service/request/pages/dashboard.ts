import { otherMethodResponse } from "../options-request.ts"
import type { WireRequest, WireResponse } from "../wire.ts"
import { type GeneratedPage, readGeneratedPage } from "./generated-page.ts"
import { pageHeaders } from "./html.ts"

interface Dashboard extends GeneratedPage {
  readonly gzipped: Buffer
}

let dashboard: Promise<Dashboard> | undefined

/**
 * Responds with the dashboard, `/_mock/`: a page that makes control calls to the world of its prefix. Redirects to the
 * address with a trailing slash, so that relative addresses of calls are right.
 */
export async function dashboardResponse({ method, headers }: WireRequest, path: "" | "/"): Promise<WireResponse> {
  if (method !== "GET" && method !== "HEAD") return otherMethodResponse(method, ["GET"])
  if (path === "") return { status: 308, headers: { Location: "_mock/" }, body: null }
  dashboard ??= readDashboard()
  const { policy, html, gzipped } = await dashboard
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers["accept-encoding"] ?? "")
  return {
    status: 200,
    headers: {
      ...pageHeaders(policy),
      "Cache-Control": "no-store",
      Vary: "Accept-Encoding",
      ...(takesGzip ? { "Content-Encoding": "gzip" } : {}),
    },
    body: takesGzip ? gzipped : html,
  }
}

async function readDashboard(): Promise<Dashboard> {
  const page: GeneratedPage = await readGeneratedPage("dashboard")
  const { gzipSync } = await import("node:zlib")
  return { ...page, gzipped: gzipSync(page.html) }
}
