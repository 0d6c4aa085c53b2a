import type { MessageDetail } from "../../domain/messages/message-detail.ts"
import { Pane } from "../app/pane.tsx"
import { Badge, Facts, Foreign } from "../app/parts.tsx"
import { useRead } from "../app/read.ts"
import { requestLinks } from "../app/request-links.tsx"
import { href, type Route } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { Actions } from "./actions.tsx"
import { DeliveriesOf } from "./deliveries.tsx"
import { fateOfMessage } from "./fate.ts"
import { MailLinks } from "./mail-links.tsx"
import { messages } from "./rows.ts"
import { Said } from "./said.tsx"
import { Timeline } from "./timeline.tsx"
import { Warnings } from "./warnings.tsx"

/** A message in full: what it says, what became of it, and all that its recipient can do. */
export function MessagePane({ id, route }: { readonly id: string; readonly route: Route }) {
  const row = messages.get(Number(id))
  const message = useRead<MessageDetail>(`messages/${encodeURIComponent(id)}`, row)
  const back = href("messages", undefined, route.query)
  if (message === undefined || message instanceof Error) {
    return (
      <Pane title={<Foreign>{row?.subject ?? `Message ${id}`}</Foreign>} back={back} id={id}>
        <p class={message === undefined ? "faint" : "bad"}>{message?.message ?? "Loading …"}</p>
      </Pane>
    )
  }
  const { subject, to, from, created_at, request_ids } = message
  return (
    <Pane title={<Foreign>{subject ?? `SMS ${id}`}</Foreign>} back={back} id={id}>
      <Facts
        facts={[
          ["Status", row && <Fate row={row} />],
          ["To", <Foreign key="to">{to}</Foreign>],
          from !== null && ["From", <Foreign key="from">{from}</Foreign>],
          [
            "Accepted",
            <>
              <Moment at={created_at} /> <small>message {message.id}</small>
            </>,
          ],
          ["Request", requestLinks(request_ids)],
        ]}
      />
      <Said message={message} route={route} />
      <Actions key={id} message={message} />
      <Warnings message={message} />
      <MailLinks message={message} />
      <Timeline id={message.id} />
      <DeliveriesOf message={message} />
    </Pane>
  )
}

function Fate({ row }: { readonly row: NonNullable<ReturnType<typeof messages.get>> }) {
  const { word, tone } = fateOfMessage(row)
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
