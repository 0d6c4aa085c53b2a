import { messageDetail } from "../../domain/messages/recipient-events.ts"
import type { World } from "../../world/world.ts"
import type { WireResponse } from "../wire.ts"
import { escapeHtml } from "./html.ts"

/** "/messages/12/html" → "12" */
export const mailPath = /^\/messages\/([1-9]\d*)\/html$/

/**
 * Nothing of a mail runs, asks the network, or reaches the page around it: also where it is opened by itself. What it shows is
 * its text, its styles and the pictures that it brings along. A link that is clicked may open a window: the window's frame forbids
 * that too.
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
 * Elements for which a browser may open a connection before any policy is asked, or take another encoding or base. They become
 * elements that mean nothing, so that what stands around them does not grow together.
 */
const hints = /<(?=(?:link|base|meta|i?frame|frameset|object|embed|portal|fencedframe)\b)/gi

const ownTarget = /(<(?:a|area)\b[^>]*?\s)target(?=\s*=)/gi

/** Whether a mail says that it knows what to do in the dark. */
const knowsDark = /<meta\b[^>]*color-scheme[^>]*\bdark\b/i
const preference = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi
const eitherScheme = /\bcolor-scheme\s*:\s*(?:light\s+dark|dark\s+light)/gi

type Scheme = "light" | "dark"

/** The window frames a mail with `?scheme=light` or `dark`; undefined where it is opened by itself. */
export function schemeIn(url: string): Scheme | undefined {
  const scheme = new URLSearchParams(url.split("?")[1]).get("scheme")
  return scheme === "light" || scheme === "dark" ? scheme : undefined
}

/** Answers the HTML of a message as its recipient would see it, in light or in the dark; 404 when there is no such message; where it has no HTML, its text. */
export function answerMail(world: World, id: number, scheme: Scheme | undefined): WireResponse {
  const { html: sent, text } = messageDetail(world, id)
  const html = sent ?? `<pre style="white-space: pre-wrap">${escapeHtml(text ?? "")}</pre>`
  return {
    status: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-DNS-Prefetch-Control": "off",
      "Cache-Control": "no-store",
    },
    body: scheme === undefined ? safe(html) : framed(inScheme(html, scheme)),
  }
}

const safe = (html: string) => html.replace(hints, "<x-")

/** In the window's frame, links open in windows that the sandbox does not let them have: the mail stays where it is. */
const framed = (html: string) =>
  safe(html)
    .replace(ownTarget, "$1data-target")
    .replace(/^\s*(<!doctype[^>]*>)?/i, '$1<base target="_blank">')

/** A mail as a program in light or dark shows it, whatever the browser around it prefers. */
function inScheme(html: string, scheme: Scheme): string {
  const decided = html
    .replace(preference, (_, wanted: string) => (wanted.toLowerCase() === scheme ? "(min-width: 0)" : "(max-width: 0)"))
    .replace(eitherScheme, `color-scheme: ${scheme}`)
  return scheme === "dark" && knowsDark.test(html) ? `${decided}<style>:root { color-scheme: dark }</style>` : decided
}
