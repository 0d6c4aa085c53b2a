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
 * Elements that a browser may answer with connections of its own, which no policy holds back: all `link` and `base`, and each
 * `meta` but the one that says which colours a mail has. They become elements that mean nothing, so that what stands around
 * them does not grow together.
 */
const hints = /<(?=(?:link|base)\b|meta\b(?!\s+name=["']?color-scheme["']?\s+content=["']?[\w ]+["']?\s*\/?>))/gi

/** Answers the HTML of a message as its recipient would see it; 404 when there is no such message, nothing where it has no HTML. */
export function answerMail(world: World, id: number): WireResponse {
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
    body: (html ?? "").replace(hints, "<x-"),
  }
}
