import { createHash } from "node:crypto"

/** A script or a style as the header Content-Security-Policy names it. */
export const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`

/** What tells one build of a page from another, for its `ETag`. */
export const tagOf = (html: string): string => createHash("sha256").update(html).digest("base64url").slice(0, 16)
