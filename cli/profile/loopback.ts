import { parseUrl } from "../../sdk/contract/core/parse-url.ts"

/** True for an address on this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = parseUrl(url) ?? { hostname: "" }
  return /^(127(\.\d{1,3}){3}|localhost|.+\.localhost|\[::1\])$/.test(hostname)
}
