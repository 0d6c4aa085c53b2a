import { sessionCookie } from "../../../../sdk/contract/core/credentials.ts"
import { parseUrl } from "../../../../sdk/contract/core/parse-url.ts"
import { openSession } from "../../../resources/credentials/credentials.ts"
import { launchLifetime, launchPath, userForSignIn } from "../../../resources/oauth/oauth.ts"
import type { LaunchRow } from "../../../resources/oauth/table.ts"
import type { World } from "../../../world/world.ts"
import { cookieIn } from "../cookies.ts"
import type { WireRequest, WireResponse } from "../wire.ts"
import { escapeHtml, type HtmlText, html, htmlPage } from "./html.ts"

/** The form's target: `/auth/<provider>`. A real provider would show its own pages; here the form asks who signs in. */
const signInPath = "/auth/"

const maxFormBytes = 16 * 1024

/** True for the popup's pages. They are for browsers and not part of the API. */
export const isPopupPage = (url: string) => url.startsWith(launchPath) || url.startsWith(signInPath)

/** Responds with a popup page: the form that starts a sign-in, or the sign-in itself, which sets the session cookie. */
export async function popupPageResponse(world: World, request: WireRequest): Promise<WireResponse> {
  const path = request.url.split("?", 1)[0] ?? ""
  if (request.method === "GET" && path.startsWith(launchPath)) {
    const launch = world.tables.launches.find("token", path.slice(launchPath.length))
    return launch === undefined ? gone() : launchPage(world, launch)
  }
  if (request.method === "POST" && path.startsWith(signInPath)) {
    const bytes = await request.body.bytes(maxFormBytes)
    const form = new URLSearchParams(bytes === "too large" ? "" : Buffer.from(bytes).toString())
    return signIn(world, path.slice(signInPath.length), form, request.headers)
  }
  return page(404, html`<p>There is no such page.</p>`)
}

function signIn(world: World, provider: string, form: URLSearchParams, headers: WireRequest["headers"]): WireResponse {
  const { launches } = world.tables
  const launch = launches.find("token", form.get("launch") ?? "")
  if (launch === undefined || launch.provider !== provider) return gone()
  if (launch.csrf_token !== form.get("authenticity_token")) {
    return page(422, html`<p>The form was not made by this server.</p>`)
  }
  if (isBrowser(headers) && cookieIn(headers.cookie, cookieOf(launch)) !== launch.csrf_token) {
    return page(
      422,
      html`<p>This sign-in was not opened in this browser, or it keeps no cookies. Open its address here.</p>`,
    )
  }
  const user = userForSignIn(world, launch, form.get("email") ?? "")
  if (user === undefined) return page(401, html`<p>Nobody with this address has signed up.</p>`)
  launches.remove(launch)
  const { token } = openSession(world, user.id)
  return {
    status: 303,
    headers: {
      // Normalized as browsers do: the host in Punycode, the rest percent-encoded.
      Location: parseUrl(launch.resume_url ?? "")?.href ?? `${world.baseUrl()}/`,
      "Set-Cookie": `${sessionCookie}=${token}; Path=${cookiePath(world)}; HttpOnly; SameSite=Lax`,
    },
    body: null,
  }
}

/** Browsers send an Origin header. A program acts only for itself and needs no cookies. */
const isBrowser = (headers: WireRequest["headers"]) => (headers.origin ?? headers["sec-fetch-site"]) !== undefined

/**
 * The form must post a token that the browser also has as a cookie. So a form from another person's sign-in has no
 * effect in this browser. Another site's page cannot post it either, because the cookie is not sent then.
 */
function launchPage(world: World, launch: LaunchRow): WireResponse {
  const response = page(200, launchForm(world, launch))
  const cookie = `${cookieOf(launch)}=${launch.csrf_token}; Path=${cookiePath(world)}; Max-Age=${launchLifetime / 1_000}; HttpOnly; SameSite=Lax`
  return { ...response, headers: { ...response.headers, "Set-Cookie": cookie } }
}

/** Only the world's own pages and endpoints get its cookies: other worlds and the app around a mounted mock do not. */
const cookiePath = (world: World): string => new URL(world.baseUrl()).pathname

/** One cookie name for each sign-in, because two can be open in one browser. */
const cookieOf = ({ token }: LaunchRow): string => `mas_sign_in_${token.slice(0, 12)}`

const launchForm = (world: World, { provider, token, csrf_token }: LaunchRow) =>
  html`<form method="post" action="${escapeHtml(`${world.baseUrl()}${signInPath}${provider}`)}">
<input type="hidden" name="launch" value="${escapeHtml(token)}">
<input type="hidden" name="authenticity_token" value="${escapeHtml(csrf_token)}">
<label>Sign in with ${escapeHtml(provider)} as <input type="email" name="email" required></label>
<button>Continue</button>
</form>`

const gone = () => page(410, html`<p>This sign-in is over. Start it again.</p>`)

const page = (status: number, body: HtmlText): WireResponse => htmlPage(status, "MAS sign-in", body)
