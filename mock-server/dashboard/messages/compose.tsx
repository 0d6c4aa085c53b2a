import { useState } from "preact/hooks"
import type { Message } from "../../../sdk/contract/messages.ts"
import type { RowPage } from "../../control/rows.ts"
import type { TableRow } from "../../control/tables.ts"
import { Form, useForm } from "../app/act.tsx"
import { SelectField, TextField } from "../app/fields.tsx"
import { Segments } from "../app/parts.tsx"
import { useRead, versionOf } from "../app/read.tsx"
import { go, href } from "../app/route.ts"
import { callService } from "../app/service.ts"

/** Addresses with a fixed outcome. Messages to any other address are delivered. */
const recipients = ["delivered", "opened", "clicked", "bounced", "soft-bounced", "complained", "failed", "delayed"].map(
  (fate) => `${fate}@simulator.test`,
)

const kinds = [
  ["email", "E-mail"],
  ["template", "Template"],
  ["sms", "SMS"],
] as const
type Kind = (typeof kinds)[number][0]

/** The fields of each kind of message. */
const fieldsOf = {
  email: ["to", "subject", "html", "body"],
  template: ["to", "subject", "template_id", "data"],
  sms: ["to", "body"],
} as const satisfies Readonly<Record<Kind, readonly string[]>>

const starts = {
  to: "delivered@simulator.test",
  subject: "Your receipt",
  html: '<h1>Thank you!</h1>\n<p><a href="https://shop.test/orders/1">Your order</a></p>',
  body: "",
  template_id: "",
  data: "{}",
}

/** Sends a message as a program would: the journal lists the request, and webhooks are sent. */
export function Compose({ close }: { readonly close: () => void }) {
  const [kind, setKind] = useState<Kind>("email")
  const form = useForm(starts)
  const choose = (next: Kind) => {
    setKind(next)
    if ((next === "sms") !== (kind === "sms")) form.change({ to: next === "sms" ? "+15005550001" : starts.to })
  }
  const send = async () => {
    const { id } = await callService<Message>("POST", "/v1/my/messages", messageOf(kind, form.values))
    close()
    go(href("messages", id))
    return `Message ${id} is accepted, and open now.`
  }
  const has = (name: string) => fieldsOf[kind].some((field) => field === name)
  return (
    <Form form={form} work={send} submit="Send">
      <div class="wide">
        <Segments label="Kind of message" chosen={kind} choose={choose} of={kinds} />
      </div>
      <TextField
        label="To"
        inputMode="email"
        required
        list={has("subject") ? "recipients" : ""}
        {...form.field("to")}
      />
      <datalist id="recipients">
        {recipients.map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
      {has("subject") && <TextField label="Subject" required {...form.field("subject")} />}
      {has("template_id") && <TemplateField {...form.field("template_id")} />}
      {has("data") && <TextField label="Data, as JSON" {...form.field("data")} />}
      {has("html") && <TextField label="HTML" wide rows={3} {...form.field("html")} />}
      {has("body") && <TextField label="Text" wide rows={2} {...form.field("body")} />}
      <button type="button" onClick={close}>
        Cancel
      </button>
    </Form>
  )
}

function messageOf(kind: Kind, values: Readonly<Record<keyof typeof starts, string>>): object {
  const entries = fieldsOf[kind].map((name): [string, unknown] => {
    if (name === "template_id") return [name, Number(values[name])]
    return [name, name === "data" ? JSON.parse(values[name]) : values[name]]
  })
  return {
    channel: kind === "sms" ? "sms" : "email",
    ...Object.fromEntries(entries.filter(([, value]) => value !== "")),
  }
}

interface TemplateFieldProps {
  readonly value: string
  readonly set: (value: string) => void
  readonly error?: string | undefined
}

function TemplateField(props: TemplateFieldProps) {
  const page = useRead<RowPage<TableRow>>("tables/templates?limit=100", versionOf("templates"))
  const rows = page !== undefined && "rows" in page ? page.rows : []
  const textOf = (id: string) => String(rows.find((row) => String(row.id) === id)?.name ?? id)
  const choices = rows.map(({ id }) => String(id))
  return <SelectField label="Template" required none="Choose one" choices={choices} textOf={textOf} {...props} />
}
