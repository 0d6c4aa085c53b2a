import type { Message, SendMessage } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

const email = { channel: "email", to: "ada@example.test", from: "hello@acme.test", subject: "Hello" }

export const messages: Noun<"messages"> = {
  section: "Transactional messages",
  models: {
    Message:
      "id brand_id channel to subject status provider_id source_type status_reason_code status_reason failure_code failure_reason failure_category sent_at created_at",
    SendMessage: "channel to subject html body template_id from from_email reply_to headers tags data",
  },
  endpoints: {
    send: endpoint<{ body: SendMessage; answer: Message }>("POST /v1/my/messages", {
      errors: [409],
      decided: [201, 200],
      idempotency: "optional",
      otherBody: { channel: "email", to: "ada@example.test", subject: "Another", body: "Another" },
      ids: { "body.template_id": (ids) => ({ body: { ...email, template_id: ids.template } }) },
    }),
    list: endpoint<{ answer: Message }>("GET /v1/my/messages", {
      decided: [200],
      page: 30,
    }),
  },
}
