import type { MessageDetail } from "../domain/messages/recipient-events.ts"
import type { MessageRow } from "../store/tables/messages.ts"
import { call } from "./api.ts"
import { badge, button, entry, h, json, part, pre } from "./dom.ts"
import { type Act, listPanel } from "./panel.ts"
import { moment, timeOfDay } from "./times.ts"

const tones = { queued: "warn", sent: "good", failed: "bad" } as const
/** What a recipient or provider can be made to do. */
const causes = ["delivered", "opened", "clicked", "bounced", "complained", "failed"]

/** What was sent, and what became of it. */
export const messagesPanel = (act: Act) =>
  listPanel<MessageRow>(
    { name: "messages", title: "Messages", path: "messages?limit=100", empty: "Nothing has been sent yet." },
    (message) => {
      const { id, created_at, status, channel, to, subject } = message
      return entry(
        id,
        [
          h("time", { datetime: created_at }, timeOfDay(created_at)),
          badge(status, tones[status]),
          h("small", {}, `${channel} ${id}`),
          h("b", {}, to),
          h("span", { class: "grow" }, subject),
        ],
        async () => details(act, await call<MessageDetail>("GET", `messages/${id}`)),
      )
    },
  )

function details(act: Act, message: MessageDetail): Node {
  const { id, timeline, channel, text, html, from, reply_to, tags, headers, idempotency_key } = message
  const cause = (type: string) => button(type, () => act(() => call("POST", `messages/${id}/events`, { type })))
  return h(
    "div",
    {},
    part("Timeline", h("ol", { class: "timeline" }, ...timeline.map(step))),
    channel === "email" ? part("Report as", h("div", { class: "bar" }, ...causes.map(cause))) : null,
    part("Sent as", json({ from, reply_to, tags, headers, idempotency_key })),
    part("Text", text === null ? null : pre(text)),
    part("HTML", html === null ? null : pre(html)),
  )
}

function step({ type, timestamp, ...more }: MessageDetail["timeline"][number]): Node {
  const detail = Object.keys(more).length > 0 ? h("small", {}, JSON.stringify(more)) : null
  return h("li", {}, h("b", {}, String(type)), h("time", {}, moment(String(timestamp))), detail)
}
