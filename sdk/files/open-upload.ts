import type { Upload } from "./upload.ts"

/** A body as a file and its fields. What makes it loads with the first one: most programs send none. */
export async function openUpload(body: unknown): Promise<Upload> {
  const upload = await import("./upload.ts")
  return upload.openUpload(body)
}
