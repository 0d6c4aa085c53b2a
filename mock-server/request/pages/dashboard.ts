import { answerOtherMethod } from "../other-method.ts"
import type { WireRequest, WireResponse } from "../wire.ts"

/**
 * Answers the dashboard, `/_mock/`: a page that makes control calls of the world under whose prefix it lies. Without the slash
 * at its end it is sent on, so that its calls lie beside it.
 */
export async function answerDashboard({ method, headers }: WireRequest, path: "" | "/"): Promise<WireResponse> {
  if (method !== "GET" && method !== "HEAD") return answerOtherMethod(method, ["GET"])
  if (path === "") return { status: 308, headers: { Location: "_mock/" }, body: null }
  const { dashboardGzip, dashboardPolicy } = await import("../../../generated/dashboard.ts")
  const gzipped = Buffer.from(dashboardGzip, "base64")
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers["accept-encoding"] ?? "")
  return {
    status: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": dashboardPolicy,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      Vary: "Accept-Encoding",
      ...(takesGzip ? { "Content-Encoding": "gzip" } : {}),
    },
    body: takesGzip ? gzipped : await inflated(gzipped),
  }
}

/** By what browsers have too, where the service answers in a page. */
async function inflated(gzipped: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const plain = new Response(gzipped).body?.pipeThrough(new DecompressionStream("gzip"))
  return new Uint8Array(await new Response(plain).arrayBuffer())
}
