import { useState } from "preact/hooks"
import type { Message } from "../../../sdk/contract/messages.ts"
import { Form } from "../app/act.tsx"
import { TextField } from "../app/fields.tsx"
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
  const send = async () => {
    const { id } = await callService<Message>("POST", "/v1/my/messages", { channel: "email", to, subject, html })
    done()
    go(href("messages", id))
  }
  return (
    <Form fields={["to", "subject", "html"]} work={send} done="Message sent." submit="Send">
      {(at) => (
        <>
          <TextField label="To" inputMode="email" required list="recipients" value={to} set={setTo} error={at("to")} />
          <datalist id="recipients">
            {recipients.map((address) => (
              <option key={address} value={address} />
            ))}
          </datalist>
          <TextField label="Subject" required value={subject} set={setSubject} error={at("subject")} />
          <TextField label="HTML" wide rows={3} required value={html} set={setHtml} error={at("html")} />
        </>
      )}
    </Form>
  )
}
