import { AsyncLocalStorage } from "node:async_hooks"
import { type ChannelListener, tracingChannel } from "node:diagnostics_channel"
import { inspect } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"
import type { TracedWebhook } from "../../sdk/index.ts"
import { createWebhookHandler, type WebhookHandlerOptions } from "../../sdk/webhooks/index.ts"
import { body, headersFor, id, now, secret } from "./support.ts"

/** Records the channel's steps with copies of their contexts. */
function listen(onStart?: (context: TracedWebhook) => void) {
  const channel = tracingChannel<TracedWebhook, TracedWebhook>("mas-sdk:webhook")
  const steps: [string, TracedWebhook][] = []
  for (const step of ["start", "end", "asyncStart", "asyncEnd", "error"] as const) {
    const listener = (context: TracedWebhook) => {
      if (step === "start") onStart?.(context)
      steps.push([step, { ...context }])
    }
    channel[step].subscribe(listener as ChannelListener)
    onTestFinished(() => void channel[step].unsubscribe(listener as ChannelListener))
  }
  return steps
}

function receiver(options: Partial<WebhookHandlerOptions> = {}) {
  const handler = createWebhookHandler({ secret, now, onEvent: () => {}, onError: () => {}, ...options })
  return (content = body, headers: HeadersInit = headersFor(body)) =>
    handler(new Request("http://localhost/", { method: "POST", body: content, headers }))
}

describe("the tracing channel of webhooks", () => {
  it("publishes a webhook from start to end, with its id and type once it is verified", async () => {
    const steps = listen()
    await receiver()()
    expect(steps).toEqual([
      ["start", {}],
      ["end", {}],
      ["asyncStart", { id, type: "email.bounced", status: 200 }],
      ["asyncEnd", { id, type: "email.bounced", status: 200 }],
    ])
  })

  it("publishes why one was refused, and what the program threw", async () => {
    const steps = listen()
    const failure = new Error("The queue is full")
    await receiver()(`${body} `)
    await receiver({ onEvent: () => Promise.reject(failure) })()
    expect(steps.filter(([step]) => step === "error").map(([, context]) => context)).toEqual([
      { status: 400, error: expect.objectContaining({ reason: "no_matching_signature" }) },
      { id, type: "email.bounced", status: 500, error: failure },
    ])
  })

  it("holds no secret, no signature and nothing of the body", async () => {
    const steps = listen()
    await receiver()()
    await receiver()(`${body} `)
    const text = inspect(steps, { depth: 20, showHidden: true })
    for (const hidden of [secret, headersFor(body)["webhook-signature"], "zoë@example.com", "receipt"])
      expect(text).not.toContain(hidden)
  })

  it("lets a subscriber run the work in its own context, and handles once even if that throws", async () => {
    const store = new AsyncLocalStorage<string>()
    listen((context) => {
      context.around = (work) => {
        store.run("within", work)
        throw new Error("around")
      }
    })
    const contexts: unknown[] = []
    const response = await receiver({ onEvent: () => contexts.push(store.getStore()) })()
    expect([response.status, contexts]).toEqual([200, ["within"]])
  })
})
