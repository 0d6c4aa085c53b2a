import type { Agent, ClientRequest, IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { refuseUnknownOptions } from "../../webhooks/store.ts"
import { builtin } from "./builtin.ts"
import { askForCompression, decode } from "./decode.ts"
import { usesEnvironmentProxy } from "./environment-proxy.ts"
import { readText, transportError } from "./failure.ts"
import { isNotRepeatable } from "./not-repeatable.ts"
import { type Transport, TransportError, type TransportRequest, type TransportResponse } from "./transport.ts"
import { undiciTransport } from "./undici.ts"

/** An `http.Agent` or `https.Agent`, typed without the types of Node. */
export interface NodeHttpAgent {
  /** Maximum number of connections to a host. */
  readonly maxSockets: number
  /** The options of the agent. */
  readonly options: object
  /** Closes its connections. */
  destroy(): void
}

/** The settings of `nodeHttpTransport`. */
export interface NodeHttpOptions {
  /** Must match the service's protocol. Default: an agent with keep-alive. */
  readonly agent?: NodeHttpAgent | undefined
}

/** Sends with `node:http` and `node:https`. Quick to load, for processes that make a few requests. */
export function nodeHttpTransport(options: NodeHttpOptions = {}): Transport {
  const { agent: agentOption, ...others } = options
  refuseUnknownOptions("nodeHttpTransport", others)
  // On Node 20 only undici supports proxies.
  const throughProxy = agentOption === undefined && usesEnvironmentProxy() ? undiciTransport() : undefined
  const agents = new Map<string, Agent>()
  return {
    name: "node-http",
    async send(request) {
      if (throughProxy) return throughProxy.send(request)
      const isSecure = request.origin.startsWith("https:")
      const http = isSecure ? builtin("node:https") : builtin("node:http")
      const keptAgent =
        (agentOption as Agent | undefined) ??
        agents.get(request.origin) ??
        new http.Agent({ keepAlive: true, timeout: longestIdle })
      if (!agentOption) agents.set(request.origin, keptAgent)
      const agent = !agentOption && isNotRepeatable(request) ? new http.Agent() : keptAgent
      const { method } = request
      const headers = askForCompression(request.headers)
      const sent = http.request(request.origin + request.path, { method, headers, agent })
      return httpExchange(sent, request, { isSecure, agent })
    },
    async close() {
      await throughProxy?.close?.()
      for (const agent of agents.values()) agent.destroy()
      agents.clear()
    },
  }
}

/** Milliseconds that a connection may stay idle. Shorter than what most services allow (5 s or more). */
const longestIdle = 4_000

interface Connecting {
  readonly isSecure: boolean
  readonly agent: Agent
}

function httpExchange(
  sent: ClientRequest,
  request: TransportRequest,
  { isSecure, agent }: Connecting,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    request.sent = false
    const release = isQueued(sent, agent) ? request.hold?.("a socket of its agent (maxSockets)") : undefined
    sent.once("socket", (socket: Socket) => {
      release?.()
      const onConnect = () => {
        request.sent = true
      }
      if (socket.connecting) socket.once(isSecure ? "secureConnect" : "connect", onConnect)
      else onConnect()
    })
    // An error without a code may have come at any time: MSW, which replaces sockets, never reports a connection.
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket) endIdle(agent, request.origin)
      reject(transportError(error, !request.sent && error.code !== undefined))
    })
    sent.once("response", (response) => {
      const status = response.statusCode ?? 0
      // The service closes it within about a second.
      if (/timeout=[01]\b/i.test(String(response.headers["keep-alive"]))) sent.shouldKeepAlive = false
      readDecoded(status, response, request).then(resolve, (error) => reject(transportError(error, false)))
    })
    sent.once("upgrade", (_, socket) => {
      reject(new TransportError("the service switched protocols without a request for it", false))
      socket.destroy()
    })
    // Without the reason, which the client knows. After a complete response the socket has no listener for an error.
    request.onAbort(() => sent.destroy())
    write(sent, request.body).catch((error) => {
      reject(transportError(error, false))
      sent.destroy()
    })
  })
}

const isQueued = (sent: ClientRequest, { requests }: Agent): boolean =>
  // Not by class: it is the request that `http.request` returned.
  Object.values(requests ?? {}).some((waiting) => waiting?.some((one: object) => one === sent))

/** Closes the idle connections to a service after one was dead: the others are as old. The next attempt gets a new one. */
function endIdle({ freeSockets }: Agent, origin: string): void {
  const { hostname, port, protocol } = new URL(origin)
  const hostAndPort = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}:`
  for (const name in freeSockets) {
    if (name.startsWith(hostAndPort)) for (const socket of freeSockets[name] ?? []) socket.destroy()
  }
}

async function readDecoded(
  status: number,
  response: IncomingMessage,
  { read, maxBytes }: TransportRequest,
): Promise<TransportResponse> {
  const { headers, stream } = decode(response.headers, response)
  if (read === "stream") return { status, headers, stream }
  try {
    return await readText({ status, headers }, stream, maxBytes)
  } finally {
    response.destroy()
  }
}

async function write(sent: ClientRequest, body: TransportRequest["body"]): Promise<void> {
  if (body === null || typeof body === "string") {
    // As bytes: Node would write the headers in the encoding of accompanying text.
    sent.end(body === null ? undefined : Buffer.from(body))
    return
  }
  let goOn = () => {}
  sent.on("drain", () => goOn()).on("close", () => goOn())
  for await (const chunk of body) {
    if (sent.destroyed) return
    if (sent.write(chunk) || sent.destroyed) continue
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
  }
  sent.end()
}
