import { builtin } from "./transport/builtin.ts"

/** SHA-256 of text as base64url. */
export function sha256(text: string): string {
  return builtin("node:crypto").createHash("sha256").update(text).digest("base64url")
}
