import { parseUrl } from "../../../sdk/contract/core/parse-url.ts"
import { conflict, invalid } from "../../base/mock-error.ts"
import type { MessageCause, MessageContentRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import { timelineMachine } from "./machine.ts"
import { findMessage, type MessageDetail, messageDetail } from "./message-detail.ts"
import { linksInText, readMail } from "./read-mail.ts"
import { type ReportedEvent, report } from "./report.ts"
import { stateOf, stepOf } from "./timeline.ts"

/** Applies an event to a sent message; an SMS allows only delivery and failure. Throws a 404, 409 or 422 otherwise. */
export function causeMessageEvent(world: World, id: number, event: MessageCause): MessageDetail {
  const isWaiting = findMessage(world, id).message.status === "queued"
  // What fails while it waits is not sent first, even if it is due.
  if (!(isWaiting && typeOf(event) === "failed")) world.scheduler.catchUp()
  const { message, content } = findMessage(world, id)
  const news = eventsOf(event, content)
  if (message.channel === "sms" && news.type !== "delivered" && news.type !== "failed") {
    throw invalid({ type: ["is for e-mail: the message is an SMS"] })
  }
  const state = stateOf(content)
  if (!timelineMachine.can(state, stepOf(news))) {
    throw conflict(`The message ${stateWords[state]}: it cannot be ${typeOf(event)}`)
  }
  report(world, message, news)
  return messageDetail(world, id)
}

const stateWords: Readonly<Record<ReturnType<typeof stateOf>, string>> = {
  queued: "is queued",
  sent: "is sent",
  bounced: "has bounced",
  complained: "was marked as spam",
  failed: "is failed",
}

const typeOf = ({ type }: MessageCause) => type.replace(/^email\./, "")

/** The fields that only some types take. */
const typesOf = { bot: ["opened", "clicked"], bounce: ["bounced"], url: ["clicked"], failure: ["failed"] } as const

/** The event of a cause, with defaults for omitted fields. */
export function eventsOf(cause: MessageCause, content: MessageContentRow): ReportedEvent {
  const { bot = false, bounce, url, failure } = cause
  const type = typeOf(cause)
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
      return { type: bot ? "bot_clicked" : "clicked", url: clickedLink(url, content) }
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

/** As browsers write it: `https://a.test` is `https://a.test/`. */
const hrefOf = (url: string) => parseUrl(url)?.href ?? url

/** The link that is clicked: one of the message, as its recipient sees it. */
function clickedLink(url: string | undefined, { html, text }: MessageContentRow): string {
  const links = html ? readMail(html).links : linksInText(text ?? "")
  const urls = [...new Set(links.map((link) => link.url))].filter((link) => /^https?:\/\/[^/]/i.test(link))
  const clicked = url === undefined ? urls[0] : urls.find((link) => link === url || hrefOf(link) === hrefOf(url))
  if (clicked !== undefined) return clicked
  const most = 5
  const more = urls.length > most ? `, and ${urls.length - most} more` : ""
  throw invalid({
    url: [
      urls.length === 0
        ? "cannot be clicked: the message has no link to a web address"
        : `is not a link of the message, which has ${urls.slice(0, most).join(", ")}${more}`,
    ],
  })
}
