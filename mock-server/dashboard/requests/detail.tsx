import { useEffect, useRef } from "preact/hooks"
import type { RequestCode } from "../../control/code/code.ts"
import type { WorldInfo } from "../../control/worlds.ts"
import type { JournalEntry } from "../../world/journal.ts"
import { addressOf, ownId } from "../app/address.ts"
import { wholeExample } from "../app/examples.ts"
import { Explained } from "../app/explain.tsx"
import { Panel } from "../app/pane.tsx"
import { Badge, Code, DetailList, Json, Part, Segments } from "../app/parts.tsx"
import { Await, useRead } from "../app/read.tsx"
import { CopyTest } from "../app/request-links.tsx"
import { href, type Route, search } from "../app/route.ts"
import { useOwnWorld } from "../app/service.ts"
import { Moment } from "../app/times.tsx"
import { addressOfRequest, outcomeOf, requests } from "./rows.ts"

export function RequestPane({ id, route }: { readonly id: string; readonly route: Route }) {
  const row = requests.get(Number(id))
  const entry = useRead<JournalEntry>(`requests/${encodeURIComponent(id)}`, row)
  const title = row && (
    <>
      {row.method} <bdi>{addressOfRequest(row)}</bdi>
    </>
  )
  return (
    <Panel title={title ?? `Request ${id}`} back={href("requests", undefined, route.query)} id={id}>
      <Await response={entry}>{(entry) => <Entry entry={entry} again={route.query.get("again")} />}</Await>
    </Panel>
  )
}

function Entry({ entry, again }: { readonly entry: JournalEntry; readonly again: string | null }) {
  const { id, time, endpoint, warning, request_body, response_body, idempotency_key, fault_id, made: created } = entry
  const { word, tone } = outcomeOf(entry)
  return (
    <>
      <DetailList
        facts={{
          Status: (
            <>
              <Badge tone={tone}>{word}</Badge>{" "}
              {endpoint === null ? (
                "No endpoint has this path."
              ) : (
                <a href={href("requests", undefined, { endpoint })}>{endpoint}</a>
              )}
              {tone !== "good" && <Explained kind="request" id={id} />}
            </>
          ),
          Received: (
            <>
              <Moment at={time} /> <small>· request {id}</small>
            </>
          ),
          "Authenticated as": callerOf(entry),
          "Idempotency key": idempotency_key,
          Fault: fault_id !== null && (
            <>
              <a href={href("data", "faults")}>fault {fault_id}</a> changed the response
            </>
          ),
          Warning: warning,
          Created: created.length > 0 && <Created made={created} />,
        }}
      />
      <Problems body={response_body} />
      <Body title="Request body" value={request_body} />
      <Body title="Response body" value={response_body} />
      <Again id={id} asked={again} />
    </>
  )
}

const Body = ({ title, value }: { readonly title: string; readonly value: unknown }) =>
  value !== null && (
    <Part title={title}>
      <Json value={value} label={`the ${title.toLowerCase()}`} />
    </Part>
  )

function callerOf({ credential_kind, shown_credential, account_id, brand_id }: JournalEntry) {
  if (credential_kind !== null) return `${credential_kind}, account ${account_id}, brand ${brand_id}`
  return shown_credential === null ? "none: no credential was sent" : `none: ${shown_credential} was not accepted`
}

/** Links to the messages and events that the request created. */
const Created = ({ made: created }: Pick<JournalEntry, "made">) => (
  <>
    {created.map(({ kind, id }) => (
      <div key={id}>
        {kind === "message" ? (
          <a href={href("messages", id)}>message {id}</a>
        ) : (
          <a href={href("webhooks", undefined, { q: id })}>event {id}</a>
        )}
      </div>
    ))}
  </>
)

function Problems({ body }: { readonly body: unknown }) {
  const { validation_errors } = Object(body)
  const fields = typeof validation_errors === "object" ? Object.entries({ ...validation_errors }) : []
  if (fields.length === 0) return null
  return (
    <Part title="Validation errors">
      <ul class="problems">
        {fields.map(([field, rules]) => (
          <li key={field}>
            <code>
              <bdi>{field}</bdi>
            </code>{" "}
            <bdi>{[rules].flat().join(", ")}</bdi>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const forms = [
  ["curl", "curl"],
  ["sdk", "SDK call"],
  ["command", "command"],
  ["test", "test"],
] as const

/** Code for the address that this page was opened at. A call gets a client of it. */
const sentFrom = (text: string, { base_url, api_key }: WorldInfo) =>
  text.startsWith("await mas.")
    ? wholeExample(text, { base_url: addressOf(ownId), api_key })
    : text.replace(base_url, addressOf(ownId))

/** Code that repeats the request. If the address asks for it, it is scrolled into view. */
function Again({ id, asked: requestText }: { readonly id: number; readonly asked: string | null }) {
  const code = useRead<RequestCode>(`requests/${id}/code`)
  const ownWorld = useOwnWorld()
  const container = useRef<HTMLDivElement>(null)
  const isThere = code !== undefined
  useEffect(() => {
    if (isThere && requestText !== null) container.current?.scrollIntoView()
  }, [isThere, id])
  if (code === undefined) return null
  if (code instanceof Error) return <p class="bad">{code.message}</p>
  const [form, label] = forms.find(([name]) => name === requestText) ?? forms[1]
  const text = code[form] ?? code.curl
  const displayText = ownWorld && form !== "test" ? sentFrom(text, ownWorld) : text
  return (
    <div ref={container}>
      <Part title="Reproduce">
        <div class="actions">
          <Segments
            label="As"
            chosen={form}
            choose={(again) => search({ again })}
            of={forms.map(([name, title]) => [name, title, code[name] === null])}
          />
          {form === "test" && <CopyTest request={id} />}
        </div>
        {form === "test" && (
          <p class="faint">
            A Vitest test of everything up to this request and its effects. It passes as pasted, or states at the top
            why it is skipped.
          </p>
        )}
        <Code text={displayText} label={code[form] === null ? "curl" : `the ${label}`} />
      </Part>
    </div>
  )
}
