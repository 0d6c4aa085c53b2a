import { createHash, timingSafeEqual } from "node:crypto"
import { ServiceError } from "../../base/service-error.ts"
import { cookieIn } from "./cookies.ts"
import { escapeHtml, html, htmlPage } from "./pages/html.ts"
import { renderFailure } from "./render.ts"
import { wantsHtml } from "./root-redirect.ts"
import type { WireRequest, WireResponse } from "./wire.ts"

/** The header with the token of a mounted mock's control API. */
export const controlTokenHeader = "X-MAS-Mock-Token"
const tokenCookie = "mas_mock_token"

const advice = `Send the token in the header ${controlTokenHeader}. In a browser, open the link with ?token= that the app printed when it started; the token is the option controlToken of createMockRoute.`

/** Admits requests with the token to the control API, the dashboard and the documents of a mock that is mounted in an app. */
export class ControlAccess {
  readonly #digest: Buffer

  constructor(
    token: string,
    /** The path of the cookie, and whether browsers send it over HTTPS only. */
    private readonly cookie: { readonly path: string; readonly isSecure: boolean },
  ) {
    this.#digest = digestOf(token)
  }

  /** The response to a request without the token, or to a link with it; undefined when the request may go on. */
  intercept(request: WireRequest): WireResponse | undefined {
    const { method, url, headers } = request
    const isRead = method === "GET" || method === "HEAD"
    const [path = "", query = ""] = url.split("?", 2)
    const parameters = new URLSearchParams(query)
    const linkToken = parameters.get("token")
    if (isRead && linkToken !== null && this.#isToken(linkToken)) {
      parameters.delete("token")
      return this.#withCookie(linkToken, `./${path.split("/").at(-1)}${parameters.size > 0 ? `?${parameters}` : ""}`)
    }
    const token = headers[controlTokenHeader.toLowerCase()] ?? cookieIn(headers.cookie, tokenCookie)
    if (token !== undefined && this.#isToken(token)) return undefined
    const isWrong = token !== undefined || linkToken !== null
    const problem = isWrong ? "This is not the token of this mock." : "This part of the mock needs a token."
    if (isRead && wantsHtml(request))
      return htmlPage(401, "Token required", html`<p>${escapeHtml(`${problem} ${advice}`)}</p>`)
    return renderFailure(new ServiceError(401, `${problem} ${advice}`, { rule: undefined }))
  }

  /** Keeps the token in a cookie and takes it out of the address, which browsers keep and send on. */
  #withCookie(token: string, location: string): WireResponse {
    const { path, isSecure } = this.cookie
    const attributes = `Path=${path || "/"}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`
    return {
      status: 303,
      headers: {
        Location: location,
        "Set-Cookie": `${tokenCookie}=${token}; ${attributes}`,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
      },
      body: null,
    }
  }

  /** Compares digests: they have one length, and comparing them takes the same time for every text. */
  #isToken = (text: string) => timingSafeEqual(digestOf(text), this.#digest)
}

const digestOf = (text: string) => createHash("sha256").update(text).digest()
