import { methodNotAllowed } from "../../base/service-error.ts"
import type { WireRequest, WireResponse } from "../wire.ts"

/**
 * Answers the dashboard, `/_mock/`: a page that makes control calls of the world under whose prefix it lies. Without the slash
 * at its end it is sent on, so that its calls lie beside it.
 */
export async function answerDashboard({ method }: WireRequest, path: "" | "/"): Promise<WireResponse> {
  if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(method, ["GET"])
  if (path === "") return { status: 308, headers: { Location: "_mock/" }, body: null }
  const { dashboardHtml, dashboardPolicy } = await import("../../../generated/dashboard.ts")
  return {
    status: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": dashboardPolicy,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
    body: dashboardHtml,
  }
}
