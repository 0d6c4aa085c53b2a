import { useState } from "preact/hooks"
import type { RowPage } from "../../control/rows.ts"
import type { TableRow } from "../../control/tables.ts"
import { Form } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { Check, Field, TextField } from "../app/fields.tsx"
import { Part } from "../app/parts.tsx"
import { useRead } from "../app/read.ts"
import { route } from "../app/route.ts"
import { versionOf } from "./changes.ts"
import { base64Of } from "./files.ts"
import { Reading } from "./reading.tsx"
import { Records } from "./records.tsx"

/** A mail arrives at an inbox address. */
export function Inbound() {
  const senders = useRead<RowPage<TableRow>>("tables/senders?limit=100", versionOf("senders"))
  return (
    <Reading answer={senders}>
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
    </Reading>
  )
}

/** A whole mail as it lies in a mailbox: bounces and automatic replies too. */
function EmlForm() {
  const [file, setFile] = useState<File>()
  const [to, setTo] = useState("")
  const send = async () => {
    if (file === undefined) throw new Error("Choose a file first")
    await call("POST", "inbound/eml", { eml_base64: await base64Of(file), ...(to !== "" && { to }) })
  }
  return (
    <Form fields={["to", "eml_base64"]} work={send} done="Mail received." kind="" submit="Receive the file">
      {(at) => (
        <>
          <Field label="Mail file (.eml)" error={at("eml_base64")}>
            <input
              type="file"
              accept=".eml,message/rfc822"
              onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
            />
          </Field>
          <TextField label="Deliver to, if its headers name no inbox" value={to} set={setTo} error={at("to")} />
        </>
      )}
    </Form>
  )
}

const empty = { subject: "A question", text: "", html: "", in_reply_to: "" }

function NewMail({ inbox }: { readonly inbox: string }) {
  const [mail, setMail] = useState({ from: "ada@example.test", to: inbox, ...empty })
  const [marks, setMarks] = useState({ auto_submitted: false, quarantined: false })
  const [files, setFiles] = useState<readonly File[]>([])
  const [areScanned, setScanned] = useState(true)
  const send = async () => {
    const attachments = files.map(async (file) => ({
      filename: file.name,
      content_type: file.type || "application/octet-stream",
      content_base64: await base64Of(file),
      scanned: areScanned,
    }))
    const given = [...Object.entries(mail), ...Object.entries(marks)].filter(([, value]) => value)
    await call("POST", "inbound", { ...Object.fromEntries(given), attachments: await Promise.all(attachments) })
  }
  const bind = (at: (field: string) => string | undefined) => (name: keyof typeof mail) => ({
    value: mail[name],
    set: (value: string) => setMail((before) => ({ ...before, [name]: value })),
    error: at(name),
  })
  return (
    <Form fields={Object.keys(mail)} work={send} done="Mail received." submit="Receive">
      {(at) => (
        <>
          <TextField label="From" required {...bind(at)("from")} />
          <TextField label="To" required {...bind(at)("to")} />
          <TextField label="Subject" wide required {...bind(at)("subject")} />
          <TextField label="Text" wide rows={4} {...bind(at)("text")} />
          <details class="wide">
            <summary>More</summary>
            <div class="form">
              <TextField label="HTML" wide rows={4} {...bind(at)("html")} />
              <Field label="Attachments">
                <input
                  type="file"
                  multiple
                  onChange={({ currentTarget }) => setFiles([...(currentTarget.files ?? [])])}
                />
              </Field>
              <TextField label="In reply to message id" {...bind(at)("in_reply_to")} />
              <Check
                label="Automatic reply"
                checked={marks.auto_submitted}
                set={(auto_submitted) => setMarks((before) => ({ ...before, auto_submitted }))}
              />
              <Check
                label="Quarantined"
                checked={marks.quarantined}
                set={(quarantined) => setMarks((before) => ({ ...before, quarantined }))}
              />
              <Check label="Attachments scanned" checked={areScanned} set={setScanned} />
            </div>
          </details>
        </>
      )}
    </Form>
  )
}
