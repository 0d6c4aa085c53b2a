import { MasError } from "../mas-error.ts"
import { concat } from "./body.ts"

type NodeCrypto = typeof import("node:crypto")
let nodeCrypto: NodeCrypto | undefined

// Asked for at run time and not imported, so that bundles for browsers and edge runtimes need no stand-in for it.
function loadNodeCrypto(): NodeCrypto {
  const loaded = globalThis.process?.getBuiltinModule?.("node:crypto")
  if (!loaded) throw new MasError("There is no node:crypto here: use the Async form of this function")
  return loaded
}

/** What a signature is made of. Spec: Signature verification, 2. */
export interface Signable {
  /** One key for each secret. */
  keys: Uint8Array<ArrayBuffer>[]
  /** What is signed before the body: `{id}.{timestamp}.` */
  start: string
  body: string | Uint8Array
}

/** One signature for each key: base64 of HMAC-SHA256. Spec: Signature verification, 3. */
export function signatures({ keys, start, body }: Signable): string[] {
  nodeCrypto ??= loadNodeCrypto()
  const { createHmac } = nodeCrypto
  return keys.map((key) => {
    const mac = createHmac("sha256", key)
    if (typeof body === "string") mac.update(start + body)
    else mac.update(start).update(body)
    return mac.digest("base64")
  })
}

/** The same with WebCrypto. */
export async function signaturesAsync({ keys, start, body }: Signable): Promise<string[]> {
  const { subtle } = crypto
  const encoder = new TextEncoder()
  const content = concat([encoder.encode(start), typeof body === "string" ? encoder.encode(body) : body])
  return Promise.all(
    keys.map(async (key) => {
      const imported = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
      const mac = await subtle.sign("HMAC", imported, content)
      return btoa(String.fromCharCode(...new Uint8Array(mac)))
    }),
  )
}
