import { createHash } from "node:crypto"

/** A script or a style as the header Content-Security-Policy names it. */
export const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`

/** What tells one build of pages from another, for their `ETag`. */
export const tagOf = (pages: Readonly<Record<string, string>>): string =>
  createHash("sha256").update(JSON.stringify(pages)).digest("base64url").slice(0, 16)
