import type { Message } from "../../../sdk/contract/messages.ts"
import { Form, useForm } from "../app/act.tsx"
import { TextField } from "../app/fields.tsx"
import { go, href } from "../app/route.ts"
import { callService } from "../app/service.ts"

/** What becomes of a message to each of these. Any other address is delivered to. */
const recipients = ["delivered", "opened", "clicked", "bounced", "soft-bounced", "complained", "failed", "delayed"].map(
  (fate) => `${fate}@simulator.test`,
)

/** Sends an e-mail as a program would: it stands among the requests, and its webhooks go out. */
export function Compose({ done }: { readonly done: () => void }) {
  const form = useForm({
    to: "delivered@simulator.test",
    subject: "Your receipt",
    html: '<h1>Thank you!</h1>\n<p><a href="https://shop.test/orders/1">Your order</a></p>',
  })
  const send = async () => {
    const { id } = await callService<Message>("POST", "/v1/my/messages", { channel: "email", ...form.values })
    done()
    go(href("messages", id))
  }
  return (
    <Form form={form} work={send} done="Message sent." submit="Send">
      <TextField label="To" inputMode="email" required list="recipients" {...form.field("to")} />
      <datalist id="recipients">
        {recipients.map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
      <TextField label="Subject" required {...form.field("subject")} />
      <TextField label="HTML" wide rows={3} required {...form.field("html")} />
    </Form>
  )
}
