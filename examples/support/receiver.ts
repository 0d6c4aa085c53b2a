import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { nodeWebhookHandler } from "mas-sdk/webhooks"

/** A received webhook, and the response to it. */
export interface ReceivedWebhook {
  readonly id: string
  /** Unix seconds, from the signed header. */
  readonly timestamp: number
  readonly status: number
}

export interface Receiver {
  readonly url: string
  /** All received webhooks, oldest first. */
  readonly received: readonly ReceivedWebhook[]
  /** Handles the webhooks. Set later, because an endpoint's secret exists only after its address. */
  handler: ReturnType<typeof nodeWebhookHandler> | undefined
  /** How many of the next responses a proxy turns into 502, after the work is done. */
  badGateways: number
  close(): Promise<void>
}

/** Starts a real HTTP server for webhooks on a free port of this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    handler: undefined,
    badGateways: 0,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isLost = receiver.badGateways > 0
    if (isLost) receiver.badGateways--
    const nowhere = { writeHead() {}, end() {} }
    await receiver.handler?.(request, isLost ? nowhere : response)
    if (isLost) response.writeHead(502).end()
    const { "webhook-id": id, "webhook-timestamp": timestamp } = request.headers
    received.push({ id: String(id), timestamp: Number(timestamp), status: response.statusCode })
  }

  return receiver
}
