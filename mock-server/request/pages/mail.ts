import { messageDetail } from "../../domain/messages/recipient-events.ts"
import type { World } from "../../world/world.ts"
import type { WireResponse } from "../wire.ts"

/** "/messages/12/html" → "12" */
export const mailPath = /^\/messages\/([1-9]\d*)\/html$/

/**
 * Nothing of a mail runs, asks the network, or reaches the page around it: also where it is opened by itself. What it shows is
 * its text, its styles and the pictures that it brings along.
 */
const policy = [
  "sandbox",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ")

/**
 * Elements that a browser may answer with connections of its own, which no policy holds back, or with another encoding or base.
 * They become elements that mean nothing, so that what stands around them does not grow together.
 */
const hints = /<(?=(?:link|base|meta)\b)/gi

/** Whether a mail says that it knows what to do in the dark. */
const knowsDark = /<meta\b[^>]*color-scheme[^>]*\bdark\b/i
const preference = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi
const eitherScheme = /\bcolor-scheme\s*:\s*(?:light\s+dark|dark\s+light)/gi

/** Whether an address asks for the mail as it is in the dark: `?scheme=dark`. */
export const isDark = (url: string) => new URLSearchParams(url.split("?")[1]).get("scheme") === "dark"

/** Answers the HTML of a message as its recipient would see it, in light or in the dark; 404 when there is no such message, nothing where it has no HTML. */
export function answerMail(world: World, id: number, dark: boolean): WireResponse {
  const { html } = messageDetail(world, id)
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
    body: inScheme(html ?? "", dark ? "dark" : "light").replace(hints, "<x-"),
  }
}

/** A mail as a program in light or dark shows it, whatever the browser around it prefers. */
function inScheme(html: string, scheme: "light" | "dark"): string {
  const decided = html
    .replace(preference, (_, wanted: string) => (wanted.toLowerCase() === scheme ? "(min-width: 0)" : "(max-width: 0)"))
    .replace(eitherScheme, `color-scheme: ${scheme}`)
  return scheme === "dark" && knowsDark.test(html) ? `${decided}<style>:root { color-scheme: dark }</style>` : decided
}
