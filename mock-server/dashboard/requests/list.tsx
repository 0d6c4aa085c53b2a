import type { RequestRow } from "../../control/live-rows.ts"
import { ActionButton } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { Empty } from "../app/empty.tsx"
import { examples } from "../app/examples.ts"
import { ListView } from "../app/list-view.tsx"
import { Line } from "../app/parts.tsx"
import { href, type ViewProps } from "../app/route.ts"
import { durationText } from "../app/words.ts"
import { addressOfRequest, outcomeOf, requestKind, requests } from "./rows.ts"

export function RequestList({ route }: ViewProps) {
  const action = requests.total.value > 0 && (
    <ActionButton kind="danger" work={() => call("DELETE", "requests")} done="Requests cleared.">
      Clear
    </ActionButton>
  )
  const fault = (
    <a class="button" href={href("data", "faults")}>
      Make requests fail
    </a>
  )
  const hint = "Search recipient, path, key, id"
  return (
    <ListView
      route={route}
      kind={requestKind}
      hint={hint}
      Line={RequestLine}
      action={
        <>
          {fault}
          {action}
        </>
      }
      empty={<NoRequests />}
    />
  )
}

const NoRequests = () => (
  <Empty title="No requests yet" code={examples.message}>
    Each API call appears here at once, with its response. Point your program at this mock server, such as:
  </Empty>
)

/** What tells it from others like it: whom or what it names, and its key. */
function RequestLine({ row }: { readonly row: RequestRow }) {
  const { method, about, idempotency_key, fault_id, duration_ms, time } = row
  const address = addressOfRequest(row)
  const facts = [about, idempotency_key && `key ${idempotency_key}`, fault_id !== null && `fault ${fault_id}`]
  const text = facts.filter(Boolean).join(" · ")
  return (
    <Line
      title={`${method} ${address}`}
      about={<bdi>{text}</bdi>}
      aboutText={text}
      status={outcomeOf(row)}
      more={<small>{durationText(duration_ms)}</small>}
      at={time}
    />
  )
}
