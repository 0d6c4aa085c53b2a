import type { Upload } from "./upload.ts"

/** Builds an upload. The code loads with the first upload: most programs send none. */
export async function openUpload(body: unknown): Promise<Upload> {
  const upload = await import("./upload.ts")
  return upload.openUpload(body)
}
