import type { RequestCode } from "../../control/code/code.ts"
import type { JournalEntry } from "../../world/journal.ts"
import { Pane } from "../app/pane.tsx"
import { Badge, Code, Foreign, Json, Part } from "../app/parts.tsx"
import { useRead } from "../app/read.ts"
import { href, type Route, search } from "../app/route.ts"
import { addressOf, ownId, useOwnWorld } from "../app/service.ts"
import { Moment } from "../app/times.tsx"
import { outcomeOf, requests } from "./rows.ts"

/** A request in full: who sent what, what was answered, and how it is made again. */
export function RequestPane({ id, route }: { readonly id: string; readonly route: Route }) {
  const entry = useRead<JournalEntry>(`requests/${encodeURIComponent(id)}`, requests.get(Number(id)))
  const back = href("requests", undefined, route.query)
  if (entry === undefined || entry instanceof Error) {
    return (
      <Pane title={`Request ${id}`} back={back} id={id}>
        <p class={entry === undefined ? "quiet" : "bad"}>{entry?.message ?? "Reading …"}</p>
      </Pane>
    )
  }
  const { method, path, query, status, time, endpoint, warning, request_body, response_body } = entry
  const { word, tone } = outcomeOf(entry)
  return (
    <Pane
      title={
        <>
          {method} <Foreign>{query === null ? path : `${path}?${query}`}</Foreign>
        </>
      }
      back={back}
      id={id}
    >
      <dl class="facts">
        <dt>Outcome</dt>
        <dd>
          <Badge tone={tone}>{status === null ? word : `${status} ${word}`}</Badge>{" "}
          {endpoint === null ? (
            "No endpoint has this path."
          ) : (
            <a href={href("requests", undefined, { endpoint })}>{endpoint}</a>
          )}
        </dd>
        <dt>When</dt>
        <dd>
          <Moment at={time} /> <small>request {entry.id}</small>
        </dd>
        <Caller entry={entry} />
        {warning !== null && (
          <>
            <dt>Odd</dt>
            <dd>
              <Foreign>{warning}</Foreign>
            </dd>
          </>
        )}
        <Became made={entry.made} />
      </dl>
      <Problems body={response_body} />
      {request_body !== null && (
        <Part title="Sent">
          <Json value={request_body} label="what was sent" />
        </Part>
      )}
      {response_body !== null && (
        <Part title="Answered">
          <Json value={response_body} label="what was answered" />
        </Part>
      )}
      <Again id={entry.id} asked={route.query.get("again")} />
    </Pane>
  )
}

function Caller({ entry }: { readonly entry: JournalEntry }) {
  const { credential_kind, shown_credential, account_id, brand_id, idempotency_key, fault_id } = entry
  return (
    <>
      <dt>By</dt>
      <dd>
        {credential_kind !== null
          ? `${credential_kind}, account ${account_id}, brand ${brand_id}`
          : shown_credential === null
            ? "a request without a credential"
            : `${shown_credential}, which was not let in or not looked at`}
      </dd>
      {idempotency_key !== null && (
        <>
          <dt>Idempotency key</dt>
          <dd>
            <Foreign>{idempotency_key}</Foreign>
          </dd>
        </>
      )}
      {fault_id !== null && (
        <>
          <dt>Fault</dt>
          <dd>
            <a href={href("world", "faults")}>fault {fault_id}</a> had its hand in it
          </dd>
        </>
      )}
    </>
  )
}

/** What came of it, where that has a view of its own. */
function Became({ made }: Pick<JournalEntry, "made">) {
  if (made.length === 0) return null
  return (
    <>
      <dt>Became</dt>
      <dd>
        {made.map(({ kind, id }) => (
          <div key={id}>
            {kind === "message" ? (
              <a href={href("messages", id)}>message {id}</a>
            ) : (
              <a href={href("webhooks", undefined, { q: id })}>event {id}</a>
            )}
          </div>
        ))}
      </dd>
    </>
  )
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** Which field broke which rule. */
function Problems({ body }: { readonly body: unknown }) {
  const fields = Object.entries(fieldsOf(fieldsOf(body).validation_errors))
  if (fields.length === 0) return null
  return (
    <Part title="Refused for">
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

/** The request to be made again. */
function Again({ id, asked }: { readonly id: number; readonly asked: string | null }) {
  const code = useRead<RequestCode>(`requests/${id}/code`)
  const own = useOwnWorld()
  if (code === undefined) return null
  if (code instanceof Error) return <p class="bad">{code.message}</p>
  const [form, label] = forms.find(([name]) => name === asked) ?? forms[1]
  const text = code[form] ?? code.curl
  // Where it is sent to comes first in these.
  const isSent = text === code.curl || text === code.command
  const shown = own && isSent ? text.replace(own.base_url, addressOf(ownId)) : text
  return (
    <Part title="Again, as">
      <div class="actions">
        {forms.map(([name, title]) => (
          <button
            type="button"
            key={name}
            disabled={code[name] === null}
            aria-pressed={name === form}
            onClick={() => search({ again: name })}
          >
            {title}
          </button>
        ))}
      </div>
      {form === "test" && (
        <p class="quiet">
          What was sent and done up to here, and what came of it, for Vitest. It passes as it stands, or says at its top
          why it is skipped.
        </p>
      )}
      <Code text={shown} label={code[form] === null ? "curl" : `the ${label}`} />
    </Part>
  )
}
