import { MasError } from "../mas-error.ts"
import type { Signable } from "./hmac.ts"

// Asked for at run time and not imported, so that bundles for browsers and edge runtimes need no stand-in for it.
export function loadNodeCrypto(): typeof import("node:crypto") {
  const loaded = globalThis.process?.getBuiltinModule?.("node:crypto")
  if (!loaded) throw new MasError("There is no node:crypto here: use the Async form of this function")
  return loaded
}

/** One signature for each key: base64 of HMAC-SHA256. Spec: Signature verification, 3. */
export function signatures({ keys, start, body }: Signable): string[] {
  const { createHmac } = loadNodeCrypto()
  return keys.map((key) => {
    const mac = createHmac("sha256", key)
    if (typeof body === "string") mac.update(start + body)
    else mac.update(start).update(body)
    return mac.digest("base64")
  })
}
