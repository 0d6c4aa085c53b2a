import { concat, type OwnBytes } from "./concat.ts"

/** The input of a signature. Spec: Signature verification 2. */
export interface Signable {
  /** One key per secret. */
  keys: OwnBytes[]
  /** The signed prefix before the body: `{id}.{timestamp}.` */
  start: string
  body: string | Uint8Array
}

/** Whether a text is a signature, after its first `start` characters. Compares all of them, so that the time taken does not reveal how far a forged one matches. */
export function isSignature(text: string, signature: string, start = 0): boolean {
  // Indexing into the text is faster than into a part of it.
  let difference = text.length ^ (signature.length + start)
  for (let index = 0; index < signature.length; index++) {
    difference |= text.charCodeAt(index + start) ^ signature.charCodeAt(index)
  }
  return difference === 0
}

/** One signature for each key, with WebCrypto: base64 of HMAC-SHA256. Spec: Signature verification 3. */
export async function signaturesAsync({ keys, start, body }: Signable): Promise<string[]> {
  const encoder = new TextEncoder()
  const content = concat([encoder.encode(start), typeof body === "string" ? encoder.encode(body) : body])
  return Promise.all(
    keys.map(async (key) => {
      const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
      const mac = await crypto.subtle.sign("HMAC", imported, content)
      return btoa(String.fromCharCode(...new Uint8Array(mac)))
    }),
  )
}
