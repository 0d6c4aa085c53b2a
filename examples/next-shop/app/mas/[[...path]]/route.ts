import { previewUrl } from "../../../lib/preview.ts"
import { startPreviewMock } from "../../../lib/preview-mock.ts"

let mock: ReturnType<typeof startPreviewMock> | undefined

/** In a preview the mail service, with its dashboard at /mas/_mock/; in production there is no such page. */
async function answer(request: Request): Promise<Response> {
  const url = previewUrl()
  if (url === undefined) return new Response("Not found", { status: 404 })
  mock ??= startPreviewMock(url)
  return (await mock)(request)
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT }
