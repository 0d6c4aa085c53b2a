import { useState } from "preact/hooks"
import type { MessageCause } from "../../base/models.gen.ts"
import type { MessageDetail } from "../../resources/messages/message-detail.ts"
import { ActionButton, Form, useForm } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { Check, TextField } from "../app/fields.tsx"
import { Menu, Part } from "../app/parts.tsx"
import { callService } from "../app/service.ts"

type Action = readonly [label: string, cause: MessageCause, done: string]

/** The most common actions. */
const usual: readonly Action[] = [
  ["Open", { type: "opened" }, "Opened by the recipient."],
  ["Click", { type: "clicked" }, "The recipient clicked the first link."],
  ["Bounce", { type: "bounced", bounce: { type: "hard" } }, "Hard bounce: the address is suppressed."],
]
const others: readonly Action[] = [
  ["Deliver", { type: "delivered" }, "Delivered."],
  ["Soft bounce", { type: "bounced", bounce: { type: "soft" } }, "Soft bounce: the address is suppressed for a while."],
  ["Mark as spam", { type: "complained" }, "Marked as spam: the address is suppressed."],
  ["Fail", { type: "failed" }, "The provider refused the message."],
  ["Open by a scanner", { type: "opened", bot: true }, "Opened by a scanner: no webhook is sent."],
  ["Click by a scanner", { type: "clicked", bot: true }, "A scanner followed the first link: no webhook is sent."],
]

const ofSms = new Set(["delivered", "failed"])

export function Actions({ message }: { readonly message: MessageDetail }) {
  const { id, channel, status, to, brand_sid, inbox } = message
  const [isReplying, setReplying] = useState(false)
  const isEmail = channel === "email"
  const buttons = (actions: readonly Action[], inMenu = false) =>
    actions
      .filter(([, { type }]) => isEmail || ofSms.has(type))
      .map(([label, what, done]) => (
        <ActionButton
          key={label}
          work={() => call("POST", `messages/${id}/events`, what)}
          done={done}
          inMenu={inMenu}
          disabled={status === "failed" || (status === "queued" && what.type !== "failed")}
        >
          {label}
        </ActionButton>
      ))
  // The service has no unsubscribe page: the sender's own page calls the API.
  const optOut = () => callService("POST", "/v1/my/contacts", { email: to, opt_in: false }, brand_sid)
  return (
    <Part title="Simulate recipient">
      <div class="actions">
        {isEmail && (
          <>
            {buttons(usual)}
            <button
              type="button"
              disabled={inbox === null}
              title={inbox === null ? "Its brand has no inbox address: add one under Data, Senders" : undefined}
              aria-expanded={isReplying}
              onClick={() => setReplying(!isReplying)}
            >
              Reply
            </button>
            <Menu label="More">
              {buttons(others, true)}
              <ActionButton inMenu work={optOut} done="The contact is unsubscribed from campaigns. No webhook is sent.">
                Unsubscribe
              </ActionButton>
            </Menu>
          </>
        )}
        {!isEmail && buttons(others)}
      </div>
      {status === "failed" && <p class="faint">The message failed: nothing more can happen to it.</p>}
      {status === "queued" && <p class="faint">The message is queued: until it is sent it can only fail.</p>}
      {isReplying && inbox !== null && <Reply message={message} inbox={inbox} done={() => setReplying(false)} />}
    </Part>
  )
}

interface ReplyProps {
  readonly message: MessageDetail
  readonly inbox: string
  readonly done: () => void
}

function Reply({ message: { id, to, subject }, inbox, done }: ReplyProps) {
  const form = useForm({ text: "" })
  const [isAutomatic, setAutomatic] = useState(false)
  const send = async () => {
    const mail = { from: to, to: inbox, subject: `Re: ${subject ?? ""}`, ...form.values, in_reply_to: id }
    await call("POST", "inbound", { ...mail, auto_submitted: isAutomatic })
    done()
  }
  const label = (
    <span>
      Reply from <bdi>{to}</bdi> to <bdi>{inbox}</bdi>
    </span>
  )
  const fields = (
    <>
      The reply arrived at <bdi>{inbox}</bdi>.
    </>
  )
  return (
    <Form form={form} work={send} done={fields} submit="Send reply">
      <TextField label={label} wide rows={3} required {...form.field("text")} />
      <Check label="Automatic reply, such as out of office" checked={isAutomatic} set={setAutomatic} />
    </Form>
  )
}
