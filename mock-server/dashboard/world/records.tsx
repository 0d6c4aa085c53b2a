import { useState } from "preact/hooks"
import type { AudienceKind } from "../../control/audiences.ts"
import type { ExplainedKind } from "../../control/explanations.ts"
import type { RowPage } from "../../control/rows.ts"
import type { TableRow } from "../../control/tables.ts"
import { ActionButton } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { Empty } from "../app/empty.tsx"
import { recordExamples } from "../app/examples.ts"
import { Explain } from "../app/explain.tsx"
import { SearchField, Total } from "../app/list-view.tsx"
import { Badge, Json } from "../app/parts.tsx"
import { Await, useRead, versionOf } from "../app/read.tsx"
import { go, href, type Route } from "../app/route.ts"
import { Audience } from "./audience.tsx"
import { TemplatePreview } from "./template.tsx"

const pageSize = 50

/** The control path for moves of a table's records. */
const callOf: Readonly<Record<string, string>> = {
  grants: "grants",
  managedAccounts: "managed_accounts",
  fundingPurchases: "purchases",
  planCheckouts: "checkouts",
  campaigns: "campaigns",
  flows: "flows",
}

const holds: Readonly<Record<string, string>> = {
  templates: "E-mails to send again and again, filled with data.",
  lists: "Groups of contacts that campaigns are sent to.",
  segments: "Contacts that match filters. The service has no endpoint that makes one: fixtures do.",
  imports: "Files of contacts.",
  validations: "Checks of addresses, which cost funding.",
  contacts: "The people that campaigns and flows are sent to.",
  suppressions: "Addresses that get no mail: they bounced, complained or opted out.",
  senders: "Addresses that brands send from, and inboxes that take replies.",
  campaigns: "E-mails to many contacts at once.",
  flows: "E-mails that are sent when something happens.",
  fundingPurchases: "Prepaid funding, which is paid here instead of in a checkout.",
  planCheckouts: "Changes of the plan, which are paid here instead of in a checkout.",
  grants: "Consent of an account owner to be managed by another account.",
  managedAccounts: "Accounts that a manager provisioned for clients.",
  outbox: "E-mails of the service itself, such as invitations and password resets.",
  conversationMessages: "Replies and other mail to your inbox addresses.",
}

interface RecordsProps {
  readonly table: string
  readonly title: string
  readonly route: Route
}

/** The records of a table, newest first, each with the moves that its state allows. */
export function Records({ table, title, route: { view, id, query } }: RecordsProps) {
  const text = query.get("q") ?? ""
  // The cursors of the pages before this one, kept in the address for the back button.
  const cursors = query.getAll("before")
  const turn = (label: string, befores: readonly (string | number)[]) => {
    const next = new URLSearchParams(query)
    next.delete("before")
    for (const before of befores) next.append("before", String(before))
    return (
      <button type="button" onClick={() => go(href(view, id, next))}>
        {label}
      </button>
    )
  }
  const before = cursors.at(-1)
  const params = new URLSearchParams({
    // One extra row shows whether there are older ones.
    limit: String(pageSize + 1),
    ...(text && { search: text }),
    ...(before && { before }),
  })
  const page = useRead<RowPage<TableRow>>(`tables/${table}?${params}`, versionOf(table))
  return (
    <>
      <search class="bar">
        <SearchField label={`Search ${title.toLowerCase()}`} text={text} />
        {page !== undefined && "rows" in page && (
          <Total shown={Math.min(pageSize, page.rows.length)} total={page.total} one="record" many="records" />
        )}
      </search>
      <Await response={page}>
        {({ total, rows }) => (
          <>
            {total === 0 && text === "" && (
              <Empty level={3} title={`${title}: none yet`} code={recordExamples[table] ?? ""}>
                {holds[table]} {title === "Received mail" ? "In a test:" : "This makes one:"}
              </Empty>
            )}
            {total === 0 && text !== "" && <p class="empty">No record matches this search.</p>}
            <ul class="rows" aria-label={title}>
              {rows.slice(0, pageSize).map((row) => (
                <Record key={row.id} table={table} row={row} />
              ))}
            </ul>
            <div class="actions">
              {cursors.length > 0 && turn("Newest", [])}
              {cursors.length > 0 && turn("Newer", cursors.slice(0, -1))}
              {rows.length > pageSize && turn("Older", [...cursors, rows[pageSize - 1]?.id ?? 0])}
            </div>
          </>
        )}
      </Await>
    </>
  )
}

/** What a failed record of a table is called in an explanation. */
const explained: Readonly<Record<string, ExplainedKind>> = {
  imports: "import",
  validations: "validation",
  fundingPurchases: "purchase",
  planCheckouts: "checkout",
}

const audienceOf: Readonly<Record<string, AudienceKind>> = { lists: "list", segments: "segment", campaigns: "campaign" }

/** What a record is beside its fields: how a template looks, whom a list reaches. */
function Meaning({ table, row }: RecordProps) {
  const kind = audienceOf[table]
  if (kind !== undefined) return <Audience kind={kind} id={row.id} />
  return table === "templates" ? <TemplatePreview row={row} /> : null
}

interface RecordProps {
  readonly table: string
  readonly row: TableRow
}

function Record({ table, row }: RecordProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, moves = [] } = row
  const line = lineOf(row)
  const explainedKind = explained[table]
  return (
    <li>
      <details class="grow" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <b>
            <bdi>{line}</bdi>
          </b>{" "}
          <small>#{id}</small>
        </summary>
        {isOpen && <Meaning table={table} row={row} />}
        <Json value={row} label={`record ${id}`} />
      </details>
      {stateOf(row).map((word) => (
        <Badge key={word} tone={word === "failed" ? "bad" : "info"}>
          {word}
        </Badge>
      ))}
      {row.status === "failed" && explainedKind && <Explain kind={explainedKind} id={id} />}
      {moves.map((name) => {
        const move = name.replaceAll("_", " ")
        const work = () => call("POST", `${callOf[table]}/${id}/${name}`)
        return (
          <ActionButton key={name} name={`${move}: ${line}`} work={work} done={`Done: ${move}.`}>
            {move}
          </ActionButton>
        )
      })}
    </li>
  )
}

const nameFields = ["email", "name", "subject", "title", "checkout_url"]

function lineOf(row: TableRow): string {
  const { managed_account, owner, amount_cents, to, subject } = row
  if (typeof to === "string" && typeof subject === "string") return `${subject}, to ${to}`
  if (hasText(managed_account, "name") && hasText(owner, "email")) return `${managed_account.name}, for ${owner.email}`
  if (typeof amount_cents === "number") return `${(amount_cents / 100).toFixed(2)}`
  const name = nameFields.map((field) => row[field]).find((value) => typeof value === "string" && value !== "")
  return typeof name === "string" ? name : `record ${row.id}`
}

/** The state of a record whose table has no state machine. */
function stateOf({ status, reason, active, subscribed_email }: TableRow): readonly string[] {
  if (typeof status === "string") return [status]
  if (typeof reason === "string") return active === false ? [reason, "expired"] : [reason]
  if (typeof subscribed_email === "boolean") return [subscribed_email ? "subscribed" : "not subscribed"]
  return []
}

const hasText = <K extends string>(value: unknown, field: K): value is Readonly<Record<K, string>> =>
  typeof value === "object" && value !== null && field in value && typeof Reflect.get(value, field) === "string"
