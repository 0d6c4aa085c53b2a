import { useState } from "preact/hooks"
import type { MessageDetail } from "../../domain/messages/message-detail.ts"
import { Form, useForm } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { Check, TextField } from "../app/fields.tsx"
import { Foreign } from "../app/parts.tsx"

interface ReplyProps {
  readonly message: MessageDetail
  readonly inbox: string
  readonly done: () => void
}

/** Lets the recipient reply: a mail that arrives in the inbox of the brand. */
export function Reply({ message: { id, to, subject }, inbox, done }: ReplyProps) {
  const form = useForm({ text: "" })
  const [isAutomatic, setAutomatic] = useState(false)
  const send = async () => {
    const mail = { from: to, to: inbox, subject: `Re: ${subject ?? ""}`, ...form.values, in_reply_to: id }
    await call("POST", "inbound", { ...mail, auto_submitted: isAutomatic })
    done()
  }
  const label = (
    <span>
      Reply from <Foreign>{to}</Foreign> to <Foreign>{inbox}</Foreign>
    </span>
  )
  const said = (
    <>
      The reply arrived at <Foreign>{inbox}</Foreign>.
    </>
  )
  return (
    <Form form={form} work={send} done={said} submit="Send reply">
      <TextField label={label} wide rows={3} required {...form.field("text")} />
      <Check label="Automatic reply, such as out of office" checked={isAutomatic} set={setAutomatic} />
    </Form>
  )
}
