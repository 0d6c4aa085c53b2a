import { Fragment } from "preact"
import { useState } from "preact/hooks"
import type { RowPage } from "../../control/rows.ts"
import type { LightMessage } from "../../resources/messages/light-message.ts"
import { ActionButton } from "../app/act.tsx"
import { Empty } from "../app/empty.tsx"
import { examples } from "../app/examples.ts"
import { ListView } from "../app/list-view.tsx"
import { updates } from "../app/live.ts"
import { Badge, Line } from "../app/parts.tsx"
import { useRead } from "../app/read.tsx"
import type { ViewProps } from "../app/route.ts"
import { countText, shortCount } from "../app/words.ts"
import { Compose } from "./compose.tsx"
import { messageKind, messages, statusOfMessage, tagTexts } from "./rows.ts"
import { loadSampleData } from "./sample-data.ts"

export function MessageList({ route }: ViewProps) {
  const [isWriting, setWriting] = useState(false)
  const action = (
    <>
      <button
        type="button"
        class={isWriting ? "" : "main"}
        aria-expanded={isWriting}
        onClick={() => setWriting(!isWriting)}
      >
        Send a message
      </button>
      {isWriting && <Compose close={() => setWriting(false)} />}
    </>
  )
  const empty = (
    <Empty
      title="No messages yet"
      code={examples.message}
      action={
        <ActionButton work={loadSampleData} title="Messages with each outcome, contacts, and an endpoint that fails">
          Load sample data
        </ActionButton>
      }
    >
      E-mails and SMS that your program sends appear here at once, with what their recipients do. Send the first:
    </Empty>
  )
  const hint = "Search recipient, subject, tag, id"
  return (
    <ListView
      route={route}
      kind={messageKind}
      hint={hint}
      Line={MessageLine}
      momentOf={momentOf}
      action={action}
      empty={empty}
    />
  )
}

const momentOf = ({ created_at }: LightMessage) => created_at

function MessageLine({ row }: { readonly row: LightMessage }) {
  const { to, subject, first_words, worst_warning, created_at } = row
  const tags = tagTexts(row)
  return (
    <Line
      title={to}
      about={
        <>
          <bdi>{subject ?? "SMS"}</bdi>{" "}
          {tags.map((text) => (
            <Fragment key={text}>
              <small class="tag">
                <bdi>{text}</bdi>
              </small>{" "}
            </Fragment>
          ))}
          <small>
            <bdi>{first_words}</bdi>
          </small>
        </>
      }
      aboutText={[subject ?? "SMS", ...tags, first_words].join(" ")}
      status={statusOfMessage(row)}
      more={worst_warning === "error" && <Badge tone="bad">content</Badge>}
      at={created_at}
      isUnderDay
    />
  )
}

/** How many messages there are, for the tab: read alone until the list is. */
export function MessageCount() {
  const page = useRead<RowPage<LightMessage>>("rows/message?limit=1", messages.isReady.value || updates.value)
  const total = messages.isReady.value ? messages.total.value : page !== undefined && "total" in page ? page.total : 0
  if (total === 0) return null
  return (
    <small aria-hidden="true">
      <span class="long">{countText(total)}</span>
      <span class="short">{shortCount(total)}</span>
    </small>
  )
}
