import type { LightMessage } from "../../domain/messages/light-message.ts"
import type { MessageDetail } from "../../domain/messages/message-detail.ts"
import { Pane } from "../app/pane.tsx"
import { Badge, Facts, Foreign } from "../app/parts.tsx"
import { Reading, useRead } from "../app/read.tsx"
import { requestLinks } from "../app/request-links.tsx"
import { href, type Route } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { Actions } from "./actions.tsx"
import { Content, Warnings } from "./content.tsx"
import { MailLinks } from "./mail-links.tsx"
import { messages, statusOfMessage } from "./rows.ts"
import { DeliveriesOf, Timeline } from "./timeline.tsx"

/** A message in full: what it says, what became of it, and all that its recipient can do. */
export function MessagePane({ id, route }: { readonly id: string; readonly route: Route }) {
  const row = messages.get(Number(id))
  const message = useRead<MessageDetail>(`messages/${encodeURIComponent(id)}`, row)
  const title = row === undefined ? `Message ${id}` : (row.subject ?? `SMS ${id}`)
  return (
    <Pane title={<Foreign>{title}</Foreign>} back={href("messages", undefined, route.query)} id={id}>
      <Reading answer={message}>
        {(message) => (
          <>
            <Facts
              facts={{
                Status: row && <Fate row={row} />,
                To: message.to,
                From: message.from,
                Accepted: (
                  <>
                    <Moment at={message.created_at} /> <small>message {message.id}</small>
                  </>
                ),
                Request: requestLinks(message.request_ids),
              }}
            />
            <Content message={message} route={route} />
            <Actions key={id} message={message} />
            <Warnings message={message} />
            <MailLinks message={message} />
            <Timeline id={message.id} />
            <DeliveriesOf message={message} />
          </>
        )}
      </Reading>
    </Pane>
  )
}

function Fate({ row }: { readonly row: LightMessage }) {
  const { word, tone } = statusOfMessage(row)
  return (
    <>
      <Badge tone={tone}>{word}</Badge> {row.last_event !== null && <Moment at={row.last_event.timestamp} />}
      {row.status_reason && (
        <p>
          <Foreign>{row.status_reason}</Foreign>
        </p>
      )}
    </>
  )
}
