import { guardControl } from "../guard-control.ts"
import type { HostNames } from "../host-names.ts"
import { otherMethodResponse } from "../options-request.ts"
import { renderFailure } from "../render.ts"
import type { WireRequest, WireResponse } from "../wire.ts"
import type { DocumentPages } from "./documents/render.ts"
import { readGeneratedPage } from "./generated-page.ts"
import { pageHeaders } from "./html.ts"
import { openApiJsonResponse } from "./openapi.ts"

/** A page generated at build time by `scripts/generate/pages`. */
export interface BuiltPage {
  /** The header Content-Security-Policy. */
  readonly policy: string
  /** The ETag: differs between builds with different content. */
  readonly tag: string
  readonly html: string
}

const root = "/docs"

/** True for the documents. They are not part of the API. */
export const isDocsPath = (url: string) => url.startsWith(root) && /^(?:[/?]|$)/.test(url.slice(root.length))

let documents: Promise<DocumentPages> | undefined
let reference: Promise<BuiltPage> | undefined

/**
 * Responds with a document as a page, or the API explorer, with the same guard as the control API. Links are relative, so
 * they work under any prefix.
 */
export async function docsResponse(hostNames: HostNames, request: WireRequest): Promise<WireResponse> {
  try {
    guardControl(request, hostNames)
    const { method, url } = request
    if (method !== "GET" && method !== "HEAD") return otherMethodResponse(method, ["GET"])
    const [path = ""] = url.slice(root.length).split("?", 1)
    if (path === "") return movedTo("docs/")
    if (path === "/openapi.json") return await openApiJsonResponse()
    if (path === "/api") {
      reference ??= readGeneratedPage("reference")
      return pageResponse(await reference, request)
    }
    documents ??= readPages()
    return documentResponse(await documents, path.slice(1), request)
  } catch (error) {
    return renderFailure(error)
  }
}

/** Loads the documents and their renderer at the first request for one, so that other requests do not wait for it. */
async function readPages(): Promise<DocumentPages> {
  const { DocumentPages } = await import("./documents/render.ts")
  return DocumentPages.read()
}

function documentResponse(documents: DocumentPages, address: string, request: WireRequest): WireResponse {
  const { policy } = documents
  const document = documents.page(address)
  if (document !== undefined) return pageResponse({ policy, ...document }, request)
  const last = address.split("/").at(-1) ?? ""
  if (documents.page(`${address}/`) !== undefined) return movedTo(`${last}/`)
  const up = "../".repeat(address.split("/").length - 1) || "./"
  return page(404, { "Cache-Control": "no-store" }, policy, documents.missing(up))
}

function pageResponse({ policy, tag, html }: BuiltPage, { headers }: WireRequest): WireResponse {
  const fields = { ETag: `"${tag}"`, "Cache-Control": "no-cache" }
  const response = page(200, fields, policy, html)
  if (!isKnown(headers["if-none-match"], tag)) return response
  return { ...response, status: 304, body: null, length: Buffer.byteLength(html) }
}

const isKnown = (value: string | undefined, tag: string) =>
  value?.split(",").some((one) => [`"${tag}"`, "*"].includes(one.trim().replace(/^W\//, ""))) ?? false

const page = (
  status: number,
  fields: Readonly<Record<string, string>>,
  policy: string,
  body: string,
): WireResponse => ({
  status,
  headers: { ...pageHeaders(policy), ...fields },
  body,
})

const movedTo = (address: string): WireResponse => ({ status: 308, headers: { Location: address }, body: null })
