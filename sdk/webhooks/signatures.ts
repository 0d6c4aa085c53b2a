import { MasError } from "../base/mas-error.ts"
import { builtinOrNone } from "../base/platform.ts"
import type { Signable } from "./hmac.ts"

/** One signature per key: base64 of HMAC-SHA256. Spec: Signature verification 3. */
export function signatures({ keys, start, body }: Signable): string[] {
  // Looked up at run time, not imported: bundles for browsers and edge runtimes need no replacement for it.
  const nodeCrypto = builtinOrNone("node:crypto")
  if (!nodeCrypto) throw new MasError("No node:crypto: use the Async form")
  return keys.map((key) => nodeCrypto.createHmac("sha256", key).update(start).update(body).digest("base64"))
}
