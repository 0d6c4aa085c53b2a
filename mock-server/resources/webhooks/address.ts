import { BlockList, isIP } from "node:net"
import { parseUrl } from "../../../sdk/contract/core/parse-url.ts"
import { trimEndOf } from "../../../sdk/contract/core/trim-end.ts"
import type { Receiver } from "../../world/delivery.ts"

type Family = "ipv4" | "ipv6"

/** The networks in `cidrs`, each as `address/prefix`. */
function networks(family: Family, cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = "", prefix] = cidr.split("/")
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const loopback4 = networks("ipv4", ["127.0.0.0/8"])

/** IPv4 that is not the public internet. */
const special4 = networks("ipv4", [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // behind a carrier's NAT
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local, cloud metadata
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
])

/** Public IPv6; loopback, private, link-local and multicast addresses are outside. */
const global6 = networks("ipv6", ["2000::/3"])

/** Parts of it that are not the public internet, or that embed another address. */
const special6 = networks("ipv6", [
  "2001::/23", // protocol assignments, with Teredo
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4: embeds an IPv4 address
  "3fff::/20", // documentation
])

/** Another spelling of IPv4: the address itself is the last 32 bits. */
const mapped6 = networks("ipv6", ["::ffff:0:0/96"])

/** The same, through a translator (NAT64). */
const translated6 = networks("ipv6", ["64:ff9b::/96"])

/** Whether an address literal (without brackets) is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const real = carriedAddress(carriedAddress(address, mapped6), translated6)
  if (isIP(real) === 4) return !special4.check(real, "ipv4")
  return !real.includes("%") && global6.check(real, "ipv6") && !special6.check(real, "ipv6")
}

/** Whether an address literal (without brackets) is this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  const real = carriedAddress(address, mapped6)
  return isIP(real) === 4 ? loopback4.check(real, "ipv4") : wholeIpv6(real) === "::1"
}

/** The IPv4 address in an address of the carrying network; any other address as it is. */
function carriedAddress(address: string, carrier: BlockList): string {
  const fullAddress = wholeIpv6(address)
  if (!carrier.check(fullAddress, "ipv6")) return address
  const [high = 0, low = 0] = fullAddress
    .split(":")
    .slice(-2)
    .map((group) => Number.parseInt(group || "0", 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join(".")
}

/** An IPv6 address in its canonical hexadecimal form; empty if invalid. */
function wholeIpv6(address: string): string {
  return parseUrl(`http://[${address}]`)?.hostname.slice(1, -1) ?? ""
}

/** Names that never lead to the public internet. */
const localNames = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa)$/

/** The problem of a webhook URL, to be read after the field's name; undefined if there is none. */
export function urlRefusal(url: string, allowLocal: boolean, receivers: readonly Receiver[] = []): string | undefined {
  const target = readTarget(url)
  if (target === undefined) return "is not a URL"
  const { protocol, username, password, host } = target
  if (username !== "" || password !== "") return "must not have a user name or password in it"
  if ((allowLocal && isLocalHost(host)) || isNamed(target, receivers)) return undefined
  if (protocol !== "https:") return "must begin with https://"
  return isPublicHost(host) ? undefined : "must be an address on the public internet"
}

/** The option that would allow a refused webhook URL; undefined if none would. */
export function urlHint(url: string): string | undefined {
  const host = readTarget(url)?.host
  if (host === undefined || isPublicHost(host)) return undefined
  return isLocalHost(host)
    ? "A webhook on this machine was refused: --local-webhooks (allowLocalWebhooks in code) allows it"
    : "A webhook outside the public internet was refused: --allow-webhooks-to HOST[:PORT] (allowWebhooksTo in code) allows it"
}

/** Whether a host may be on the public internet, judging by its name only. */
const isPublicHost = (host: string): boolean =>
  isIP(host) === 0 ? host.includes(".") && !localNames.test(host) : isPublicAddress(host)

export function isNamed({ protocol, host, port }: Target, receivers: readonly Receiver[]): boolean {
  const portNumber = Number(port) || (protocol === "https:" ? 443 : 80)
  return receivers.some((each) => each.host === host && (each.port ?? portNumber) === portNumber)
}

/** Whether a webhook may be sent to a resolved address, checked when connecting. */
export function isAllowedAddress(address: string, protocol: string, allowLocal: boolean): boolean {
  if (allowLocal && isLoopbackAddress(address)) return true
  return protocol === "https:" && isPublicAddress(address)
}

/** Whether a host, as `readTarget` gives it, is this machine. */
export const isLocalHost = (host: string): boolean =>
  isIP(host) === 0 ? host === "localhost" || host.endsWith(".localhost") : isLoopbackAddress(host)

export interface Target {
  readonly protocol: string
  readonly username: string
  readonly password: string
  /** Normalized: no brackets around IPv6, no dot at the end. */
  readonly host: string
  readonly port: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Path and query. */
  readonly path: string
}

export function readTarget(url: string): Target | undefined {
  const parsed = parseUrl(url)
  if (!parsed) return undefined
  const { protocol, username, password, hostname, port, pathname, search } = parsed
  const host = trimEndOf(hostname.replace(/[[\]]/g, ""), ".")
  const origin = `${protocol}//${isIP(host) === 6 ? `[${host}]` : host}${port && `:${port}`}`
  return { protocol, username, password, host, port, origin, path: pathname + search }
}

const hostAndPort = /^(\[[^\]]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?$/

/** Parses `host` and `host:port`. Throws a RangeError otherwise. */
export function readReceivers(texts: readonly string[]): Receiver[] {
  if (!Array.isArray(texts)) throw new RangeError('allowWebhooksTo must be a list, such as ["app:3000"]')
  return texts.map((text) => {
    const [, name, port] = hostAndPort.exec(text) ?? []
    const host = name && readTarget(`http://${name}`)?.host
    if (!host || Number(port ?? 1) > 65_535) {
      throw new RangeError(`Webhooks can be allowed to host or host:port, not to ${JSON.stringify(text)}`)
    }
    return { host, port: port === undefined ? undefined : Number(port) }
  })
}
