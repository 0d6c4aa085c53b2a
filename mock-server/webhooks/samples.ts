import type { EmailReceivedData, WebhookEventType } from "../../sdk/contract/models/webhook-events.ts"

const common = {
  message_id: null,
  to: "ada@example.test",
  subject: "A test event",
  tags: { sample: "yes" },
  test: true,
}

const received: EmailReceivedData = {
  message_id: null,
  tags: {},
  from: "ada@example.test",
  to: "inbox@acme.test",
  subject: "A test event",
  text: "This mail is a sample.",
  html: "<p>This mail is a sample.</p>",
  truncated: false,
  auto_submitted: false,
  attachments: [],
  conversation_id: 1,
  conversation_message_id: 1,
  test: true,
}

/** The data of a sample event, asked for to test an endpoint. `now` is ISO 8601. Spec: Request to the endpoint. */
export function sampleData(type: WebhookEventType, now: string): object {
  switch (type) {
    case "email.sent":
      return { ...common, sent_at: now }
    case "email.delivered":
    case "email.opened":
      return common
    case "email.bounced":
      return { ...common, bounce: { type: "hard", subtype: "general" } }
    case "email.complained":
      return { ...common, complaint: { feedback_type: "abuse" } }
    case "email.clicked":
      return { ...common, url: "https://acme.test/start" }
    case "email.failed":
      return {
        ...common,
        failure: { code: "rejected", reason: "The provider rejected the message", category: "provider" },
      }
    case "email.received":
      return received
  }
}
