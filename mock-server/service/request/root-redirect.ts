import type { WireRequest, WireResponse } from "./wire.ts"

export const wantsHtml = ({ headers }: WireRequest): boolean => (headers.accept ?? "").includes("text/html")

/** Whether a browser requests the root address of a world. */
export const isRoot = (request: WireRequest): boolean =>
  (request.url === "/" || request.url === "") &&
  (request.method === "GET" || request.method === "HEAD") &&
  wantsHtml(request)

/** Redirects to the world's dashboard; `url` includes the world's prefix. */
export const redirectToDashboard = (url: string): WireResponse => ({
  status: 303,
  headers: { Location: `${url.replace(/\/$/, "")}/_mock/`, "Cache-Control": "no-store" },
  body: null,
})
