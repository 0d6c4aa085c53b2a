import type { WireRequest, WireResponse } from "./wire.ts"

/** Whether a page is wanted, as by a browser in which somebody types an address. */
export const wantsHtml = ({ headers }: WireRequest): boolean => (headers.accept ?? "").includes("text/html")

/** Whether a browser asks for the address of a world itself. */
export const isRoot = (request: WireRequest): boolean =>
  (request.url === "/" || request.url === "") &&
  (request.method === "GET" || request.method === "HEAD") &&
  wantsHtml(request)

/** Sends it on to the world's page; `url` is with the world's prefix. */
export const redirectToDashboard = (url: string): WireResponse => ({
  status: 303,
  headers: { Location: `${url.replace(/\/$/, "")}/_mock/`, "Cache-Control": "no-store" },
  body: null,
})
