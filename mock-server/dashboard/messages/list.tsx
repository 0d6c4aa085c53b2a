import { useState } from "preact/hooks"
import type { Message } from "../../../sdk/contract/messages.ts"
import type { RowPage } from "../../control/rows.ts"
import type { LightMessage } from "../../resources/messages/light-message.ts"
import { Form, useForm } from "../app/act.tsx"
import { examples } from "../app/examples.ts"
import { TextField } from "../app/fields.tsx"
import { ListView } from "../app/list-view.tsx"
import { updates } from "../app/live.ts"
import { Badge, Empty, Line } from "../app/parts.tsx"
import { useRead } from "../app/read.tsx"
import { go, href, type ViewProps } from "../app/route.ts"
import { callService } from "../app/service.ts"
import { countText } from "../app/words.ts"
import { messageKind, messages, statusOfMessage } from "./rows.ts"

export function MessageList({ route }: ViewProps) {
  const [isWriting, setWriting] = useState(false)
  const action = (
    <>
      <button type="button" class="main" aria-expanded={isWriting} onClick={() => setWriting(!isWriting)}>
        Send a message
      </button>
      {isWriting && <Compose done={() => setWriting(false)} />}
    </>
  )
  const empty = (
    <Empty title="No messages yet" code={examples.message}>
      E-mails and SMS that your program sends appear here at once, with what their recipients do. Send the first:
    </Empty>
  )
  const hint = "Search recipient, subject, id"
  return <ListView route={route} kind={messageKind} hint={hint} Line={MessageLine} action={action} empty={empty} />
}

function MessageLine({ row }: { readonly row: LightMessage }) {
  const { to, subject, first_words, tags, worst_warning, created_at } = row
  const tagTexts = Object.entries(tags).map(([name, value]) => `${name}: ${value}`)
  return (
    <Line
      title={to}
      about={
        <>
          <bdi>{subject ?? "SMS"}</bdi>{" "}
          {tagTexts.map((text) => (
            <small key={text} class="tag">
              <bdi>{text}</bdi>
            </small>
          ))}{" "}
          <small>
            <bdi>{first_words}</bdi>
          </small>
        </>
      }
      whole={[to, subject, ...tagTexts, first_words].filter(Boolean).join("\n")}
      status={statusOfMessage(row)}
      more={worst_warning === "error" && <Badge tone="bad">content</Badge>}
      at={created_at}
    />
  )
}

/** Addresses with a fixed outcome. Messages to any other address are delivered. */
const recipients = ["delivered", "opened", "clicked", "bounced", "soft-bounced", "complained", "failed", "delayed"].map(
  (fate) => `${fate}@simulator.test`,
)

/** Sends an e-mail as a program would: the journal lists the request, and webhooks are sent. */
function Compose({ done }: { readonly done: () => void }) {
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

/** How many messages there are, for the tab: read alone until the list is. */
export function MessageCount() {
  const page = useRead<RowPage<LightMessage>>("rows/message?limit=1", messages.isReady.value || updates.value)
  const total = messages.isReady.value ? messages.total.value : page !== undefined && "total" in page ? page.total : 0
  return total > 0 ? <small>{countText(total)}</small> : null
}
