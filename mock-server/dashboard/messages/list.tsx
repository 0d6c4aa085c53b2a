import { useState } from "preact/hooks"
import type { LightMessage } from "../../domain/messages/light-message.ts"
import { ListView } from "../app/list-view.tsx"
import { Badge, Empty, Foreign, Line } from "../app/parts.tsx"
import type { ViewProps } from "../app/route.ts"
import { taught } from "../app/taught.ts"
import { Compose } from "./compose.tsx"
import { fateOfMessage, messageKind } from "./rows.ts"

/** Every message, each with what became of it last. */
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
    <Empty title="No messages yet" code={taught.message}>
      E-mails and SMS that your program sends appear here at once, with what their recipients do. Send the first:
    </Empty>
  )
  const hint = "Search recipient, subject, id"
  return <ListView route={route} kind={messageKind} hint={hint} Line={MessageLine} action={action} empty={empty} />
}

function MessageLine({ row }: { readonly row: LightMessage }) {
  const subject = row.subject ?? "SMS"
  return (
    <Line
      title={
        <b>
          <Foreign>{subject}</Foreign>
        </b>
      }
      whole={subject}
      status={fateOfMessage(row)}
      about={row.to}
      more={row.worst_warning === "error" && <Badge tone="bad">content</Badge>}
      at={row.created_at}
    />
  )
}
