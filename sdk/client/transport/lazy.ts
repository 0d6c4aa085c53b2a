import type { Transport } from "./transport.ts"

/** A transport that opens with its first request; concurrent requests share it. Many programs create a client and never send. */
export function lazyTransport(name: string, open: () => Promise<Transport>): Transport {
  let opened: Transport | undefined
  let opening: Promise<Transport> | undefined
  const opens = async () => {
    opened = await open()
    return opened
  }
  return {
    get name() {
      return opened?.name ?? name
    },
    send(request) {
      if (opened) return opened.send(request)
      opening ??= opens()
      return opening.then((transport) => transport.send(request))
    },
    async close() {
      // A request may wait for the transport to open: it is sent first.
      await (opened ?? (await opening?.catch(() => undefined)))?.close?.()
    },
  }
}
