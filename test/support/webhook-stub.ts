import type { MockServiceOptions } from "../../mock-server/index.ts"
import { mock } from "./mock.ts"

/** A webhook request that would have been sent. */
export interface StubRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every type.
  readonly event: any
  /** The world's time, milliseconds since 1970. */
  readonly at: number
}

/** An endpoint's response: a status, or the error. */
export type StubAnswer = number | string

/** A mock whose webhooks stay in this process: `response` decides the result of each attempt, `sent` collects the requests. */
export function mockWithEndpoint(
  respond: (request: StubRequest) => StubAnswer = () => 200,
  options: MockServiceOptions = {},
) {
  const sent: StubRequest[] = []
  const m = mock({
    ...options,
    deliver: ({ url, headers, body }) => {
      const request = { url, headers, body, event: JSON.parse(body), at: m.world.now() }
      sent.push(request)
      const outcome = respond(request)
      return typeof outcome === "number" ? { status: outcome, duration: 1 } : { error: outcome, duration: 1 }
    },
  })

  return {
    ...m,
    /** The current world; a reset replaces it. */
    get world() {
      return m.world
    },
    sent,
    /** Adds an endpoint, by default for every event type. Returns its record with the secret. */
    async addWebhook(events: readonly string[] = allTypes, url = "https://hooks.example.com/mas") {
      const { status, body } = await m.call("POST", "/v1/my/webhooks", { body: { url, events } })
      if (status !== 201) throw new Error(`The webhook was not added: ${JSON.stringify(body)}`)
      return body
    },
    /** Sends an e-mail and runs all due work. */
    async send(to: string, more: object = {}, headers: Readonly<Record<string, string>> = {}) {
      const body = { channel: "email", to, subject: "Your receipt", html: "<p>Thank you.</p>", ...more }
      const response = await m.call("POST", "/v1/my/messages", { body, headers })
      await m.advance(0)
      return response
    },
    /** The events that were sent, as `[type, data]`, in order. */
    events: () => sent.map(({ event }) => [event.type, event.data]),
    types: () => sent.map(({ event }) => event.type),
  }
}

export const allTypes = [
  "email.sent",
  "email.delivered",
  "email.bounced",
  "email.complained",
  "email.opened",
  "email.clicked",
  "email.failed",
  "email.received",
]
