import { type HtmlAttribute, readHtml } from "../../../base/read-html.ts"
import { loadLiquid } from "../../../resources/messages/liquid.ts"
import { messageDetail } from "../../../resources/messages/message-detail.ts"
import { previewTemplate } from "../../../resources/templates/preview.ts"
import type { World } from "../../../world/world.ts"
import type { WireResponse } from "../wire.ts"
import { escapeHtml, pageHeaders } from "./html.ts"

/** "/messages/12/html" → "12" */
export const mailPath = /^\/messages\/([1-9]\d*)\/html$/
/** "/templates/12/html" → "12" */
export const templatePath = /^\/templates\/([1-9]\d*)\/html$/

/**
 * The policy of a mail page, framed or not: no scripts, no network, no access to the page around it. It shows the mail's text,
 * styles and embedded pictures. A link may open a tab; inside the dashboard's frame it may not.
 */
const policy = [
  "sandbox allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ")

/**
 * Elements for which a browser may connect before it checks any policy, or that change encoding or base address. They are renamed
 * to unknown elements, so that the surrounding text stays separated. They are replaced everywhere: browsers may parse a place
 * differently than this parser.
 */
const hints = /<(?=(?:link|base|meta|i?frame|frameset|object|embed|portal|fencedframe)\b)/gi

/** Queries for dark mode in a mail's styles. */
const preference = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi
const eitherScheme = /\bcolor-scheme\s*:\s*(?:light\s+dark|dark\s+light)/gi

type Scheme = "light" | "dark"

/** `light` or `dark` from the dashboard's `?scheme=`; undefined when the mail is opened on its own. */
export function schemeIn(url: string): Scheme | undefined {
  const scheme = new URLSearchParams(url.split("?")[1]).get("scheme")
  return scheme === "light" || scheme === "dark" ? scheme : undefined
}

/** Responds with the HTML of a message, or its text if it has no HTML. Throws a 404 for an unknown message. */
export const mailResponse = (world: World, id: number, scheme: Scheme | undefined): WireResponse =>
  contentResponse(messageDetail(world, id), scheme)

/**
 * Responds with a template as a mail to `?to=`, filled with the JSON of `?data=`, or with why it cannot be sent. Throws a 404
 * for an unknown template.
 */
export async function templateResponse(world: World, id: number, url: string): Promise<WireResponse> {
  await loadLiquid()
  const query = new URLSearchParams(url.split("?")[1])
  return contentResponse(previewTemplate(world, id, query.get("to"), query.get("data")), schemeIn(url))
}

function contentResponse(
  { html: sent, text }: { readonly html: string | null; readonly text: string | null },
  scheme: Scheme | undefined,
): WireResponse {
  const html = sent ?? `<pre style="white-space: pre-wrap">${escapeHtml(text ?? "")}</pre>`
  return {
    status: 200,
    headers: {
      ...pageHeaders(policy),
      "X-DNS-Prefetch-Control": "off",
      "Cache-Control": "no-store",
    },
    body: scheme === undefined ? safe(html) : framed(safe(html), scheme),
  }
}

const safe = (html: string) => html.replace(hints, "<x-")

/**
 * A mail in the dashboard's frame, in the chosen color scheme regardless of the browser's preference. Its links ask for
 * a new tab, which the sandbox forbids, so a click never replaces the mail.
 */
function framed(html: string, scheme: Scheme): string {
  const changes: Change[] = []
  const restyle = (start: number, end: number) => {
    const style = html.slice(start, end)
    const restyled = inScheme(style, scheme)
    if (restyled !== style) changes.push({ start, end, text: restyled })
  }
  let begin = 0
  let hasBegun = false
  let knowsDark = false
  readHtml(html, {
    declaration(end) {
      if (!hasBegun) begin = end
    },
    tag({ name, attributes }) {
      hasBegun = true
      knowsDark ||= name === "x-meta" && isForDark(attributes)
      for (const attribute of attributes) {
        const { start, nameEnd, end } = attribute
        if (attribute.name === "style" || attribute.name === "media") restyle(nameEnd, end)
        else if (attribute.name === "target" && (name === "a" || name === "area")) {
          changes.push({ start, end: nameEnd, text: "data-target" })
        }
      }
    },
    text(start, end, within) {
      if (within === "style") restyle(start, end)
    },
  })
  const changed = withChanges(html, [{ start: begin, end: begin, text: '<base target="_blank">' }, ...changes])
  return scheme === "dark" && knowsDark ? `${changed}<style>:root { color-scheme: dark }</style>` : changed
}

/** Whether a `meta` element declares support for dark mode. */
const isForDark = (attributes: readonly HtmlAttribute[]): boolean =>
  attributes.some(({ value }) => /color-scheme/i.test(value)) && attributes.some(({ value }) => /\bdark\b/i.test(value))

const inScheme = (style: string, scheme: Scheme): string =>
  style
    .replace(preference, (_, theme: string) => (theme.toLowerCase() === scheme ? "(min-width: 0)" : "(max-width: 0)"))
    .replace(eitherScheme, `color-scheme: ${scheme}`)

/** A replacement of a text range; positions are in characters from the start. */
interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies changes that are sorted by position. */
function withChanges(text: string, changes: readonly Change[]): string {
  const parts: string[] = []
  let at = 0
  for (const change of changes) {
    parts.push(text.slice(at, change.start), change.text)
    at = change.end
  }
  return parts.join("") + text.slice(at)
}
