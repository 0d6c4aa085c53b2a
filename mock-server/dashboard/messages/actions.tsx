import type { MessageCause } from "../../control/messages.ts"
import type { MessageDetail } from "../../domain/messages/message-detail.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { callService } from "../app/service.ts"
import { Reply } from "./reply.tsx"

/** What a recipient or provider can do, in the order in which it mostly happens. */
const causes: readonly (readonly [label: string, cause: MessageCause, done: string])[] = [
  ["Deliver", { type: "delivered" }, "The provider has delivered it."],
  ["Open", { type: "opened" }, "Its recipient has opened it."],
  ["Click", { type: "clicked" }, "Its recipient has followed the first link."],
  ["Bounce", { type: "bounced", bounce: { type: "hard" } }, "It has bounced for good: the address is suppressed."],
  ["Soft bounce", { type: "bounced", bounce: { type: "soft" } }, "It has bounced for now."],
  ["Complain", { type: "complained" }, "Its recipient has called it spam: the address is suppressed."],
  ["Fail", { type: "failed" }, "The provider has refused it."],
  ["Scanner opens", { type: "opened", bot: true }, "A scanner has opened it: no event tells of that."],
  ["Scanner clicks", { type: "clicked", bot: true }, "A scanner has followed the first link: no event tells of that."],
]

/** What an SMS can come to. */
const ofSms = new Set(["delivered", "failed"])

/** Makes something happen to a message; what came of it comes by the stream. */
export const cause = (id: number, what: MessageCause, done: string) =>
  act(() => call("POST", `messages/${id}/events`, what), done)

/** The service has no unsubscribe page: the sender's own tells it, by a call of the API. */
function Unsubscribe({ message: { to, brand_sid } }: { readonly message: MessageDetail }) {
  const optOut = () => callService("POST", "/v1/my/contacts", { email: to, opt_in: false }, brand_sid)
  return (
    <button
      type="button"
      title="As the sender's unsubscribe page does it: the contact with this address gets opt_in false"
      onClick={() => act(optOut, "The contact has opted out: campaigns pass it over. No event tells of that.")}
    >
      Unsubscribe
    </button>
  )
}

/** A button for all that the recipient or the provider of a message can do. */
export function Actions({ message }: { readonly message: MessageDetail }) {
  const { id, channel, status } = message
  const known = causes.filter(([, { type }]) => channel === "email" || ofSms.has(type))
  return (
    <section class="actions part" aria-label="What its recipient does">
      {known.map(([label, what, done]) => (
        <button
          type="button"
          key={label}
          disabled={status === "failed" || (status === "queued" && what.type !== "failed")}
          onClick={() => cause(id, what, done)}
        >
          {label}
        </button>
      ))}
      {channel === "email" && <Unsubscribe message={message} />}
      {channel === "email" && <Reply message={message} />}
      {status === "failed" && <small>It has failed: nothing can happen to it any more.</small>}
      {status === "queued" && <small>It waits to go out: until then it can only fail.</small>}
    </section>
  )
}
