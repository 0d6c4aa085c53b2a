import type { WhyStep } from "../../control/messages.ts"
import type { LightMessage } from "../../resources/messages/light-message.ts"
import type { MessageDetail } from "../../resources/messages/message-detail.ts"
import type { MessageLink } from "../../resources/messages/read-mail.ts"
import { ActionButton } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { Explained } from "../app/explain.tsx"
import { updates } from "../app/live.ts"
import { Panel } from "../app/pane.tsx"
import { Badge, Copy, DetailList, Part } from "../app/parts.tsx"
import { Await, useRead } from "../app/read.tsx"
import { CopyTest, requestLinks } from "../app/request-links.tsx"
import { href, type Route } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { counted, countText } from "../app/words.ts"
import { Actions } from "./actions.tsx"
import { Content, Warnings } from "./content.tsx"
import { messages, statusOfMessage } from "./rows.ts"
import { DeliveriesOf, Timeline } from "./timeline.tsx"

export function MessagePane({ id, route }: { readonly id: string; readonly route: Route }) {
  const row = messages.get(Number(id))
  const message = useRead<MessageDetail>(`messages/${encodeURIComponent(id)}`, row)
  const steps = useRead<WhyStep[]>(`messages/${encodeURIComponent(id)}/why`, updates.value)
  const isGood = row === undefined || statusOfMessage(row).tone === "good"
  const title = row === undefined ? `Message ${id}` : (row.subject ?? `SMS ${id}`)
  return (
    <Panel title={<bdi>{title}</bdi>} back={href("messages", undefined, route.query)} id={id}>
      <Await response={message}>
        {(message) => (
          <>
            <DetailList
              facts={{
                Status: row && <MessageStatus row={row} />,
                To: message.to,
                From: message.from,
                Accepted: (
                  <>
                    <Moment at={message.created_at} /> <small>· message {message.id}</small>
                  </>
                ),
                // The explanation links the only request, and has its test.
                Request: message.request_ids.length > (isGood ? 0 : 1) && (
                  <Requests ids={message.request_ids} hasTest={isGood} />
                ),
              }}
            />
            <Content message={message} route={route} />
            <Timeline steps={steps} />
            <Actions key={id} message={message} />
            <Warnings message={message} />
            <MailLinks message={message} />
            <DeliveriesOf message={message} />
          </>
        )}
      </Await>
    </Panel>
  )
}

function Requests({ ids, hasTest }: { readonly ids: readonly number[]; readonly hasTest: boolean }) {
  const [first] = ids
  return (
    <>
      {requestLinks(ids)} {hasTest && first !== undefined && <CopyTest request={first} />}
    </>
  )
}

/** The status, and unless it has reached its recipient, why. */
function MessageStatus({ row }: { readonly row: LightMessage }) {
  const { word, tone } = statusOfMessage(row)
  return (
    <>
      <Badge tone={tone}>{word}</Badge> {row.last_event !== null && <Moment at={row.last_event.timestamp} />}
      {tone !== "good" && <Explained kind="message" id={row.id} />}
    </>
  )
}

/** Maximum number of links shown: a mail may have thousands. */
const maxLinks = 100

const fates: Readonly<Record<MessageLink["fate"], string>> = {
  clicked: "clicked",
  clicked_by_bot: "clicked by a scanner",
  not_clicked: "not clicked",
  not_tracked: "clicks are not tracked",
}

function MailLinks({ message }: { readonly message: MessageDetail }) {
  const links = [...new Map(message.links.map((link) => [link.url, link])).values()]
  if (links.length === 0) return null
  return (
    <Part title={counted(links.length, "link")}>
      <ul class="rows">
        {links.slice(0, maxLinks).map(({ url, fate }) => (
          <li key={url}>
            <span class="grow">
              <bdi>{url}</bdi> <Badge tone={fate === "clicked" ? "good" : "quiet"}>{fates[fate]}</Badge>
            </span>
            <Copy text={url} what="the address" />
            <ActionButton
              name={`Click ${url}`}
              work={() => call("POST", `messages/${message.id}/events`, { type: "clicked", url })}
              done="The recipient clicked that link."
              disabled={message.status !== "sent"}
            >
              Click
            </ActionButton>
          </li>
        ))}
      </ul>
      {links.length > maxLinks && <p class="faint">and {countText(links.length - maxLinks)} more: see the source</p>}
    </Part>
  )
}
