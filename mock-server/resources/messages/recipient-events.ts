import { conflict, invalid } from "../../base/mock-error.ts"
import type { MessageCause, MessageContentRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import { findMessage, type MessageDetail, messageDetail } from "./message-detail.ts"
import { readMail } from "./read-mail.ts"
import { type ReportedEvent, report } from "./report.ts"

/** Applies an event to a sent message; an SMS allows only delivery and failure. Throws a 404, 409 or 422 otherwise. */
export function causeMessageEvent(world: World, id: number, event: MessageCause): MessageDetail {
  world.scheduler.catchUp()
  const { message, content } = findMessage(world, id)
  const news = eventsOf(event, content)
  if (message.channel === "sms" && news.type !== "delivered" && news.type !== "failed") {
    throw invalid({ type: ["is for e-mail: the message is an SMS"] })
  }
  if (message.status === "failed" || (message.status === "queued" && news.type !== "failed")) {
    throw conflict(`The message is ${message.status}: it cannot be ${news.type}`)
  }
  report(world, message, news)
  return messageDetail(world, id)
}

/** The fields that only some types take. */
const typesOf = { bot: ["opened", "clicked"], bounce: ["bounced"], url: ["clicked"], failure: ["failed"] } as const

/** The event of a cause, with defaults for omitted fields. */
export function eventsOf(cause: MessageCause, content: MessageContentRow): ReportedEvent {
  const { bot = false, bounce, url, failure } = cause
  const type = cause.type.replace(/^email\./, "")
  for (const [field, types] of Object.entries(typesOf)) {
    const isGiven = cause[field as keyof typeof typesOf] !== undefined
    if (isGiven && !types.some((one) => one === type)) throw invalid({ [field]: [`is only for ${types.join(", ")}`] })
  }
  switch (type) {
    case "delivered":
      return { type: "delivered" }
    case "opened":
      return { type: bot ? "bot_opened" : "opened" }
    case "bounced": {
      const kind = bounce?.type ?? "hard"
      return {
        type: "bounced",
        bounce: { type: kind, subtype: bounce?.subtype ?? (kind === "hard" ? "general" : "mailbox_full") },
      }
    }
    case "complained":
      return { type: "complained", complaint: { feedback_type: "abuse" } }
    case "clicked": {
      const link = url ?? readMail(content.html ?? "").links[0]?.url
      if (link === undefined) throw invalid({ url: ["is required: the message has no link"] })
      if (!/^https?:\/\/[^/]/i.test(link)) throw invalid({ url: ["must be a web address"] })
      return { type: bot ? "bot_clicked" : "clicked", url: link }
    }
    case "failed":
      return {
        type: "failed",
        failure: {
          code: failure?.code ?? "rejected",
          reason: failure?.reason ?? "The provider rejected the message",
          category: failure?.category ?? "provider",
        },
      }
    default:
      throw invalid({ type: ["must be one of delivered, bounced, complained, opened, clicked, failed"] })
  }
}
