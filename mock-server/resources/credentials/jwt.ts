import { createHmac, timingSafeEqual } from "node:crypto"

/** The signing key for JWTs of people; not secret in a mock. */
export const personKey = "mas-mock-person-key"

/** The signing key for ID tokens of the storefront's bridge. */
export const storefrontKey = "mas-mock-storefront-key"

/** The claims of a JSON Web Token; times are seconds since 1970. */
export type Claims = Readonly<Record<string, unknown>>

const header = encode({ alg: "HS256", typ: "JWT" })

export function signJwt(claims: Claims, key: string): string {
  const content = `${header}.${encode(claims)}`
  return `${content}.${signatureOf(content, key).toString("base64url")}`
}

/** The claims of a token that `key` signed and that is valid at `now` (milliseconds since 1970); otherwise undefined. */
export function verifyJwt(token: string, key: string, now: number): Claims | undefined {
  const [head, payload, signature, ...rest] = token.split(".")
  if (head === undefined || payload === undefined || signature === undefined || rest.length > 0) return undefined
  if (decode(head)?.alg !== "HS256") return undefined
  const expected = signatureOf(`${head}.${payload}`, key)
  const bytes = Buffer.from(signature, "base64url")
  if (bytes.byteLength !== expected.byteLength || !timingSafeEqual(bytes, expected)) return undefined
  const claims = decode(payload)
  if (typeof claims?.exp !== "number" || claims.exp * 1_000 <= now) return undefined
  if (claims.nbf !== undefined && (typeof claims.nbf !== "number" || claims.nbf * 1_000 > now)) return undefined
  return claims
}

/** What a token claims, unchecked; undefined for what is no JWT. */
export const claimsIn = (token: string): Claims | undefined => decode(token.split(".")[1] ?? "")

const signatureOf = (content: string, key: string) => createHmac("sha256", key).update(content).digest()

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}

function decode(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString())
    return typeof value === "object" && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
