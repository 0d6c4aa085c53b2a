import { admitsItself, type Transport } from "./transport.ts"

/**
 * A transport that opens with its first request; concurrent requests share it. Many programs create a client and never send.
 * What `open` returns awaits `admit`.
 */
export function lazyTransport(name: string, open: () => Promise<Transport>): Transport {
  let opened: Transport | undefined
  let opening: Promise<Transport> | undefined
  const opens = async () => {
    opened = await open()
    return opened
  }
  const transport: Transport = {
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
  admitsItself.add(transport)
  return transport
}
