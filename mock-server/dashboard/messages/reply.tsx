import { useState } from "preact/hooks"
import type { InboundMail } from "../../control/inbound.ts"
import type { MessageDetail } from "../../domain/messages/message-detail.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { Foreign } from "../app/parts.tsx"

/** Lets the recipient answer: a mail that arrives in the inbox of the brand. */
export function Reply({ message }: { readonly message: MessageDetail }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState("")
  const [isAutomatic, setAutomatic] = useState(false)
  const { id, inbox, to, subject } = message
  if (inbox === null) {
    return (
      <button type="button" disabled title="Its brand has no inbox address: see the fixtures' senders">
        Reply
      </button>
    )
  }
  const mail: InboundMail = {
    from: to,
    to: inbox,
    subject: `Re: ${subject ?? ""}`,
    text,
    in_reply_to: id,
    auto_submitted: isAutomatic,
  }
  const send = (event: Event) => {
    event.preventDefault()
    const answer = async () => {
      await call("POST", "inbound", mail)
      setOpen(false)
      setText("")
    }
    void act(
      answer,
      <>
        The answer has arrived at <Foreign>{inbox}</Foreign>.
      </>,
    )
  }
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Reply …
      </button>
      {isOpen && (
        <form class="form" onSubmit={send}>
          <label>
            <span>
              What <Foreign>{to}</Foreign> answers to <Foreign>{inbox}</Foreign>
            </span>
            <textarea rows={3} required value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={isAutomatic}
              onChange={({ currentTarget }) => setAutomatic(currentTarget.checked)}
            />
            automatic, as from somebody on holiday
          </label>
          <button type="submit" class="main">
            Send the answer
          </button>
        </form>
      )}
    </>
  )
}
