import type { Receiver } from "../world/delivery.ts"
import { readTarget } from "./address.ts"

const hostAndPort = /^(\[[^\]]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?$/

/** Parses `host` and `host:port`. Throws a RangeError otherwise. */
export function readReceivers(texts: readonly string[]): Receiver[] {
  if (!Array.isArray(texts)) throw new RangeError('allowWebhooksTo is a list, such as ["app:3000"]')
  return texts.map((text) => {
    const [, name, port] = hostAndPort.exec(text) ?? []
    const host = name && readTarget(`http://${name}`)?.host
    if (!host || Number(port ?? 1) > 65_535) {
      throw new RangeError(`Webhooks can be allowed to host or host:port, not to ${JSON.stringify(text)}`)
    }
    return { host, port: port === undefined ? undefined : Number(port) }
  })
}
