import type { StreamLease } from "./stream-lease.ts"
import type { Upload } from "./upload.ts"

/** Builds an upload. The code loads with the first upload: most programs send none. */
export async function openUpload(body: unknown, lease?: StreamLease): Promise<Upload> {
  const upload = await import("./upload.ts")
  return upload.openUpload(body, lease)
}
