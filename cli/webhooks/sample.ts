import type { WebhookEventType } from "../../sdk/webhooks/events.ts"
import { UsageError } from "../errors/cli-error.ts"

type Fields = Record<string, unknown>

const sent = { message_id: 1, to: "ada@example.test", subject: "Your receipt", tags: { order: "1001" } }

/** Data of an event as a service would send it. `now` is ISO 8601. Spec: Request to the endpoint. */
export function sampleData(type: WebhookEventType, now: string): Fields {
  switch (type) {
    case "email.sent":
      return { ...sent, sent_at: now }
    case "email.delivered":
    case "email.opened":
      return { ...sent }
    case "email.bounced":
      return { ...sent, bounce: { type: "hard", subtype: "general" } }
    case "email.complained":
      return { ...sent, complaint: { feedback_type: "abuse" } }
    case "email.clicked":
      return { ...sent, url: "https://acme.test/start" }
    case "email.failed":
      return { ...sent, failure: { code: "rejected", reason: "The provider rejected it", category: "provider" } }
    case "email.received":
      return {
        message_id: null,
        tags: {},
        from: "ada@example.test",
        to: "inbox@acme.test",
        subject: "A question",
        text: "Hello!",
        html: "<p>Hello!</p>",
        truncated: false,
        auto_submitted: false,
        attachments: [],
        conversation_id: 1,
        conversation_message_id: 1,
      }
  }
}

/**
 * Puts values at their dotted paths. Where there is text, what is set stays text; elsewhere it is read as JSON where it
 * is JSON, and is text otherwise.
 */
export function setPaths(target: Fields, changes: Readonly<Record<string, unknown>>): void {
  for (const [path, value] of Object.entries(changes)) setPath(target, path.split("."), value, path)
}

function setPath(target: Fields, [key = "", ...rest]: string[], value: unknown, path: string): void {
  if (key === "" || key === "__proto__") throw new UsageError(`--set ${path}= names no field`)
  const before = Object.hasOwn(target, key) ? target[key] : undefined
  if (rest.length === 0) {
    target[key] = typeof before === "string" || typeof value !== "string" ? value : jsonOrText(value)
    return
  }
  const inner: Fields = isFields(before) ? { ...before } : {}
  setPath(inner, rest, value, path)
  target[key] = Array.isArray(before) ? Object.assign([...before], inner) : inner
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
