import { MasError } from "../mas-error.ts"
import type { Signable } from "./hmac.ts"

// Looked up at run time, not imported: bundles for browsers and edge runtimes need no replacement for it.
export function loadNodeCrypto(): typeof import("node:crypto") {
  const loaded = globalThis.process?.getBuiltinModule?.("node:crypto")
  if (!loaded) throw new MasError("No node:crypto: use the Async form")
  return loaded
}

/** One signature per key: base64 of HMAC-SHA256. Spec: Signature verification 3. */
export function signatures({ keys, start, body }: Signable): string[] {
  const { createHmac } = loadNodeCrypto()
  return keys.map((key) => createHmac("sha256", key).update(start).update(body).digest("base64"))
}
