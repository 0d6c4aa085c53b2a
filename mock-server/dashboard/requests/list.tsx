import type { RequestLine } from "../../world/journal.ts"
import { ActionButton } from "../app/act.tsx"
import { addressOf, ownId } from "../app/address.ts"
import { call } from "../app/api.ts"
import { ListView } from "../app/list-view.tsx"
import { Empty, Line } from "../app/parts.tsx"
import type { ViewProps } from "../app/route.ts"
import { useOwnWorld } from "../app/service.ts"
import { addressOfRequest, outcomeOf, requestKind, requests } from "./rows.ts"

export function RequestList({ route }: ViewProps) {
  const action = requests.total.value > 0 && (
    <ActionButton kind="danger" work={() => call("DELETE", "requests")} done="Requests cleared.">
      Clear
    </ActionButton>
  )
  const hint = "Search path, endpoint, key, id"
  return (
    <ListView route={route} kind={requestKind} hint={hint} Line={RequestRow} action={action} empty={<NoRequests />} />
  )
}

function NoRequests() {
  const ownWorld = useOwnWorld()
  return (
    <Empty
      title="No requests yet"
      code={ownWorld && `export MAS_BASE_URL=${addressOf(ownId)}\nexport MAS_API_KEY=${ownWorld.api_key}`}
    >
      Each API call appears here at once, with its response. Point your program at this mock server:
    </Empty>
  )
}

function RequestRow({ row }: { readonly row: RequestLine }) {
  const { method, endpoint, fault_id, duration_ms, time } = row
  const address = addressOfRequest(row)
  return (
    <Line
      title={
        <>
          <b>{method}</b> <bdi>{address}</bdi>
        </>
      }
      whole={`${method} ${address}`}
      status={outcomeOf(row)}
      about={`${endpoint ?? "no endpoint"}${fault_id === null ? "" : `, fault ${fault_id}`}`}
      more={<small>{duration_ms.toFixed(1)} ms</small>}
      at={time}
    />
  )
}
