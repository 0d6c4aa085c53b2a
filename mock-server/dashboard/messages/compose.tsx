import { useState } from "preact/hooks"
import type { Message } from "../../../sdk/contract/messages.ts"
import { act } from "../app/act.ts"
import { go, href } from "../app/route.ts"
import { callService } from "../app/service.ts"

/** What becomes of a message to each of these. Any other address is delivered to. */
const recipients = ["delivered", "opened", "clicked", "bounced", "soft-bounced", "complained", "failed", "delayed"].map(
  (fate) => `${fate}@simulator.test`,
)

/** Sends an e-mail as a program would: it stands among the requests, and its webhooks go out. */
export function Compose({ done }: { readonly done: () => void }) {
  const [to, setTo] = useState("delivered@simulator.test")
  const [subject, setSubject] = useState("Your receipt")
  const [html, setHtml] = useState('<h1>Thank you!</h1>\n<p><a href="https://shop.test/orders/1">Your order</a></p>')
  const send = (event: Event) => {
    event.preventDefault()
    void act(async () => {
      const { id } = await callService<Message>("POST", "/v1/my/messages", { channel: "email", to, subject, html })
      done()
      go(href("messages", id))
    }, "It is sent.")
  }
  return (
    <form class="form bar" onSubmit={send}>
      <label>
        To
        <input
          type="text"
          inputMode="email"
          required
          list="recipients"
          value={to}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <datalist id="recipients">
          {recipients.map((address) => (
            <option key={address} value={address} />
          ))}
        </datalist>
      </label>
      <label>
        Subject
        <input required value={subject} onInput={({ currentTarget }) => setSubject(currentTarget.value)} />
      </label>
      <label class="whole">
        HTML
        <textarea rows={3} required value={html} onInput={({ currentTarget }) => setHtml(currentTarget.value)} />
      </label>
      <button type="submit" class="main">
        Send it
      </button>
    </form>
  )
}
