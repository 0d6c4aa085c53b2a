import type { Upload } from "./upload.ts"
import type { WireRequest } from "./wire.ts"

/** The fields and the file of a multipart upload. */
export async function readUpload(_request: WireRequest): Promise<{ fields: Record<string, unknown>; upload: Upload }> {
  throw new Error("written with the imports")
}
