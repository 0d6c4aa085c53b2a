import type { WireResponse } from "../wire.ts"

/** The headers of every page that has a policy of its own. */
export const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": policy,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
})

/** A page for browsers, in which nothing runs, and which no other page can frame. */
export const htmlPage = (status: number, title: string, body: string): WireResponse => ({
  status,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    // Without any, browsers would not say where the form of a page comes from.
    "Referrer-Policy": "same-origin",
  },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`,
})

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Text that stays text in a page. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
