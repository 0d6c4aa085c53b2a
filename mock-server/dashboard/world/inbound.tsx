import { useState } from "preact/hooks"
import type { RowPage } from "../../control/rows.ts"
import type { TableRow } from "../../control/tables.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { useRead } from "../app/read.ts"
import { route } from "../app/route.ts"
import { versionOf } from "./changes.ts"
import { base64Of } from "./files.ts"
import { Reading } from "./reading.tsx"
import { Records } from "./records.tsx"

const fields = [
  ["from", "From", "ada@example.test"],
  ["to", "To", ""],
  ["subject", "Subject", "A question"],
] as const

/** A mail arrives at an inbox address. */
export function Inbound() {
  const senders = useRead<RowPage<TableRow>>("tables/senders?limit=100", versionOf("senders"))
  return (
    <Reading answer={senders}>
      {({ rows }) => {
        const inbox = rows.find((sender) => sender.inbox === true)?.email
        return (
          <>
            <Form inbox={typeof inbox === "string" ? inbox : ""} />
            <h3>A mail from a file</h3>
            <EmlForm />
            <h3>What has arrived</h3>
            <Records table="conversationMessages" title="Mail that has arrived" route={route.value} />
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
    <form
      class="stacked"
      onSubmit={(event) => {
        event.preventDefault()
        void act(send, "It has arrived.")
      }}
    >
      <label>
        Mail file (.eml)
        <input
          type="file"
          accept=".eml,message/rfc822"
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
      </label>
      <label>
        Deliver to, when its headers name no inbox address
        <input value={to} onInput={({ currentTarget }) => setTo(currentTarget.value)} />
      </label>
      <div class="actions">
        <button type="submit">Let the file arrive</button>
      </div>
    </form>
  )
}

function Form({ inbox }: { readonly inbox: string }) {
  const [mail, setMail] = useState<Readonly<Record<string, string>>>({
    from: "ada@example.test",
    to: inbox,
    subject: "A question",
    text: "",
    html: "",
    in_reply_to: "",
  })
  const [marks, setMarks] = useState({ auto_submitted: false, quarantined: false })
  const [files, setFiles] = useState<readonly File[]>([])
  const [areScanned, setScanned] = useState(true)
  const set = (name: string, value: string) => setMail((before) => ({ ...before, [name]: value }))
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
  return (
    <form
      class="stacked"
      onSubmit={(event) => {
        event.preventDefault()
        void act(send, "It has arrived.")
      }}
    >
      {fields.map(([name, label, example]) => (
        <label key={name}>
          {label}
          <input
            required
            placeholder={example}
            value={mail[name]}
            onInput={({ currentTarget }) => set(name, currentTarget.value)}
          />
        </label>
      ))}
      <label>
        Text
        <textarea value={mail.text} onInput={({ currentTarget }) => set("text", currentTarget.value)} />
      </label>
      <label>
        HTML
        <textarea value={mail.html} onInput={({ currentTarget }) => set("html", currentTarget.value)} />
      </label>
      <label>
        Attachments
        <input type="file" multiple onChange={({ currentTarget }) => setFiles([...(currentTarget.files ?? [])])} />
      </label>
      <label>
        In reply to, the id of a message
        <input value={mail.in_reply_to} onInput={({ currentTarget }) => set("in_reply_to", currentTarget.value)} />
      </label>
      <div class="actions">
        {(["auto_submitted", "quarantined"] as const).map((name) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={marks[name]}
              onChange={({ currentTarget }) => setMarks((before) => ({ ...before, [name]: currentTarget.checked }))}
            />
            {name.replace("_", " ")}
          </label>
        ))}
        <label class="check">
          <input
            type="checkbox"
            checked={areScanned}
            onChange={({ currentTarget }) => setScanned(currentTarget.checked)}
          />
          attachments scanned
        </label>
        <button type="submit" class="main">
          Let it arrive
        </button>
      </div>
    </form>
  )
}
