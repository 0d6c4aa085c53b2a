import { useEffect, useState } from "preact/hooks"
import type { LightMessage } from "../../domain/messages/light-message.ts"
import { Choice, SearchField, Total } from "../app/filters.tsx"
import { List } from "../app/list.tsx"
import { Badge, Empty, Foreign } from "../app/parts.tsx"
import { href, type Route } from "../app/route.ts"
import { taught } from "../app/taught.ts"
import { Moment } from "../app/times.tsx"
import { Compose } from "./compose.tsx"
import { fateOfMessage, fateWords } from "./fate.ts"
import { fitsSearch, messages } from "./rows.ts"

/** Every message, the newest on top, each with what became of it last. */
export function MessageList({ route: { id, query } }: { readonly route: Route }) {
  const text = query.get("q") ?? ""
  const fate = query.get("is") ?? ""
  const [isWriting, setWriting] = useState(false)
  useEffect(() => void messages.open(), [])
  useEffect(() => messages.filter(fitsSearch({ text, fate })), [text, fate])
  return (
    <>
      <search class="bar">
        <SearchField label="Search recipient, subject, id" text={text} />
        <Choice
          label="any outcome"
          name="is"
          chosen={fate}
          choices={fateWords.map((word) => [word, messages.count(word)] as const)}
        />
        <Total shown={messages.shown().length} total={messages.total.value} what="message" />
        <button type="button" aria-expanded={isWriting} onClick={() => setWriting(!isWriting)}>
          Send one …
        </button>
      </search>
      {isWriting && <Compose done={() => setWriting(false)} />}
      <List
        key={`${text} ${fate}`}
        rows={messages}
        label="Messages"
        rowHeight={58}
        Line={Line}
        hrefOf={(message) => href("messages", message, query)}
        open={id === undefined ? undefined : Number(id)}
        empty={messages.total.value === 0 ? <NoMessages /> : <p class="empty">No message fits this search.</p>}
      />
    </>
  )
}

const NoMessages = () => (
  <Empty code={taught.message}>Nothing has been sent yet. What you send appears here at once:</Empty>
)

function Line({ row }: { readonly row: LightMessage }) {
  const { word, tone } = fateOfMessage(row)
  return (
    <>
      <span class="line">
        <b class="grow clip" title={row.subject ?? undefined}>
          <Foreign>{row.subject ?? "SMS"}</Foreign>
        </b>
        <Badge tone={tone}>{word}</Badge>
      </span>
      <span class="line">
        <small class="grow clip" title={row.to}>
          <Foreign>{row.to}</Foreign>
        </small>
        <Moment at={row.created_at} />
      </span>
    </>
  )
}
