/** True for an address on this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: "" }
  return /^(127(\.\d{1,3}){3}|localhost|.+\.localhost|\[::1\])$/.test(hostname)
}
