import { useState } from "preact/hooks"
import type { RowPage } from "../../control/rows.ts"
import type { TableRow } from "../../control/tables.ts"
import { Form, useForm } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { Check, Field, TextField } from "../app/fields.tsx"
import { Part } from "../app/parts.tsx"
import { Await, useRead, versionOf } from "../app/read.tsx"
import { route } from "../app/route.ts"
import { base64Of } from "./files.ts"
import { Records } from "./records.tsx"

export function Inbound() {
  const senders = useRead<RowPage<TableRow>>("tables/senders?limit=100", versionOf("senders"))
  return (
    <Await response={senders}>
      {({ rows }) => {
        const inbox = rows.find((sender) => sender.inbox === true)?.email
        return (
          <>
            <Part title="Write a mail">
              <NewMail inbox={typeof inbox === "string" ? inbox : ""} />
            </Part>
            <Part title="Mail from a file">
              <EmlForm />
            </Part>
            <Part title="Received">
              <Records table="conversationMessages" title="Received mail" route={route.value} />
            </Part>
          </>
        )
      }}
    </Await>
  )
}

/** Delivers a mail file, such as a bounce or an automatic reply. */
function EmlForm() {
  const [file, setFile] = useState<File>()
  const form = useForm({ eml_base64: "", to: "" })
  const send = async () => {
    const { to } = form.values
    if (file === undefined) throw new Error("Choose a file first")
    await call("POST", "inbound/eml", { eml_base64: await base64Of(file), ...(to !== "" && { to }) })
  }
  return (
    <Form form={form} work={send} done="Mail received." kind="" submit="Receive the file">
      <Field label="Mail file (.eml)" error={form.field("eml_base64").error}>
        <input
          type="file"
          accept=".eml,message/rfc822"
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
      </Field>
      <TextField label="Deliver to, if its headers name no inbox" {...form.field("to")} />
    </Form>
  )
}

function NewMail({ inbox }: { readonly inbox: string }) {
  const form = useForm({
    from: "ada@example.test",
    to: inbox,
    subject: "A question",
    text: "",
    html: "",
    in_reply_to: "",
  })
  const [isAutomatic, setAutomatic] = useState(false)
  const [isQuarantined, setQuarantined] = useState(false)
  const [areScanned, setScanned] = useState(true)
  const [files, setFiles] = useState<readonly File[]>([])
  const send = async () => {
    const attachments = files.map(async (file) => ({
      filename: file.name,
      content_type: file.type || "application/octet-stream",
      content_base64: await base64Of(file),
      scanned: areScanned,
    }))
    await call("POST", "inbound", {
      ...Object.fromEntries(Object.entries(form.values).filter(([, value]) => value !== "")),
      auto_submitted: isAutomatic,
      quarantined: isQuarantined,
      attachments: await Promise.all(attachments),
    })
  }
  return (
    <Form form={form} work={send} done="Mail received." submit="Receive">
      <TextField label="From" required {...form.field("from")} />
      <TextField label="To" required {...form.field("to")} />
      <TextField label="Subject" wide required {...form.field("subject")} />
      <TextField label="Text" wide rows={4} {...form.field("text")} />
      <details class="wide">
        <summary>More</summary>
        <div class="form">
          <TextField label="HTML" wide rows={4} {...form.field("html")} />
          <Field label="Attachments">
            <input type="file" multiple onChange={({ currentTarget }) => setFiles([...(currentTarget.files ?? [])])} />
          </Field>
          <TextField label="In reply to message id" {...form.field("in_reply_to")} />
          <Check label="Automatic reply" checked={isAutomatic} set={setAutomatic} />
          <Check label="Quarantined" checked={isQuarantined} set={setQuarantined} />
          <Check label="Attachments scanned" checked={areScanned} set={setScanned} />
        </div>
      </details>
    </Form>
  )
}
