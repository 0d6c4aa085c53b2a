import { type CleanText, cleanFor } from "../../../../sdk/contract/core/clean-text.ts"
import type { WireResponse } from "../wire.ts"

/** The headers of a page with its own policy. */
export const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": policy,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
})

/** An HTML page without scripts that cannot be framed. */
export const htmlPage = (status: number, title: string, body: HtmlText): WireResponse => ({
  status,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    // Without it, browsers would not send the origin of the page's form.
    "Referrer-Policy": "same-origin",
  },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><main><h1>${escapeHtml(title)}</h1>${body}</main></html>`,
})

/** Text that may be part of a page. */
export type HtmlText = CleanText<"html">

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** Escapes text for HTML. */
export const escapeHtml = (text: string): HtmlText =>
  cleanFor(
    "html",
    text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign),
  )

/** HTML with other HTML in it: foreign text must be escaped before. */
export const html = (parts: TemplateStringsArray, ...holes: readonly (HtmlText | number)[]): HtmlText =>
  cleanFor("html", String.raw({ raw: parts }, ...holes))

/** Pieces of HTML in a row. */
export const htmlOf = (pieces: readonly HtmlText[], between = html``): HtmlText =>
  cleanFor("html", pieces.join(between))
