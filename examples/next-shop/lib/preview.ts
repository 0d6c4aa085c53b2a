/** The address of a preview deployment; undefined elsewhere. Its mail service is a mock that it serves below /mas. */
export function previewUrl(): string | undefined {
  const { MAS_PREVIEW, SHOP_URL, VERCEL_ENV, VERCEL_URL } = process.env
  if (!MAS_PREVIEW && VERCEL_ENV !== "preview") return undefined
  return SHOP_URL ?? `https://${VERCEL_URL}`
}

/** Address and key of the mock, for the shop's client; empty outside of previews, where the environment has both. */
export function previewClient(): { baseUrl?: string; apiKey?: string } {
  const url = previewUrl()
  return url === undefined ? {} : { baseUrl: `${url}/mas`, apiKey: "maskey_live_mock" }
}
