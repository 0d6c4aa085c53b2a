import type { MessageDetail } from "../../domain/messages/message-detail.ts"
import { MadeBy } from "../app/made-by.tsx"
import { Pane } from "../app/pane.tsx"
import { Badge, Foreign, Part } from "../app/parts.tsx"
import { useRead } from "../app/read.ts"
import { href, type Route } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { Actions } from "./actions.tsx"
import { DeliveriesOf } from "./deliveries.tsx"
import { fateOfMessage } from "./fate.ts"
import { MailLinks } from "./mail-links.tsx"
import { messages } from "./rows.ts"
import { Said } from "./said.tsx"
import { Timeline } from "./timeline.tsx"

/** A message in full: what it says, what became of it, and all that its recipient can do. */
export function MessagePane({ id, route }: { readonly id: string; readonly route: Route }) {
  const row = messages.get(Number(id))
  const message = useRead<MessageDetail>(`messages/${encodeURIComponent(id)}`, row)
  const back = href("messages", undefined, route.query)
  if (message instanceof Error) {
    return (
      <Pane title={`Message ${id}`} back={back} id={id}>
        <p class="bad">{message.message}</p>
      </Pane>
    )
  }
  if (message === undefined) {
    return (
      <Pane title={<Foreign>{row?.subject ?? `Message ${id}`}</Foreign>} back={back} id={id}>
        <p class="quiet">Reading …</p>
      </Pane>
    )
  }
  return (
    <Pane title={<Foreign>{message.subject ?? `SMS ${id}`}</Foreign>} back={back} id={id}>
      <dl class="facts">
        <dt>Outcome</dt>
        <dd>{row && <Fate row={row} />}</dd>
        <dt>To</dt>
        <dd>
          <Foreign>{message.to}</Foreign>
        </dd>
        {message.from !== null && (
          <>
            <dt>From</dt>
            <dd>
              <Foreign>{message.from}</Foreign>
            </dd>
          </>
        )}
        <dt>Accepted</dt>
        <dd>
          <Moment at={message.created_at} /> <small>message {message.id}</small>
        </dd>
        <MadeBy requests={message.request_ids} />
      </dl>
      <Actions message={message} />
      <Said message={message} route={route} />
      <MailLinks message={message} />
      <Part title="Time line">
        <Timeline steps={message.timeline} />
      </Part>
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
        <p class="reason">
          <Foreign>{row.status_reason}</Foreign>
        </p>
      )}
    </>
  )
}
