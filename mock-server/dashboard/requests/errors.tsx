import type { ErrorGroup } from "../../control/errors.ts"
import { Explain } from "../app/explain.tsx"
import { Badge } from "../app/parts.tsx"
import { useRead } from "../app/read.tsx"
import { href } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { countText } from "../app/words.ts"
import { outcomeWords, requests } from "./rows.ts"

export function Errors() {
  const failed = outcomeWords.slice(1).reduce((sum, word) => sum + requests.count(word), 0)
  const groups = useRead<ErrorGroup[]>("errors", failed)
  if (groups === undefined) return null
  if (groups instanceof Error) return <p class="bad">{groups.message}</p>
  if (groups.length === 0) return null
  return (
    <details class="errors">
      <summary>
        Errors by endpoint <Badge tone="warn">{countText(groups.length)}</Badge>
      </summary>
      <ul class="rows" aria-label="Errors">
        {groups.map(({ endpoint, status, error_code, field, rule, count, last_at, last_request_id }) => (
          <li key={`${endpoint} ${status} ${error_code} ${field} ${rule}`}>
            <b class="grow">
              <a href={href("requests", last_request_id, { endpoint })}>
                <bdi>{endpoint}</bdi>
              </a>
            </b>
            <Badge tone={status === null || status >= 500 ? "bad" : "warn"}>
              {[status ?? "cut off", error_code].filter(Boolean).join(" ")}
            </Badge>
            <small>{countText(count)}×</small>
            <Moment at={last_at} />
            <span class="whole">
              {field !== null && (
                <>
                  <code>
                    <bdi>{field}</bdi>
                  </code>{" "}
                </>
              )}
              <bdi>{rule}</bdi>
            </span>
            <Explain kind="request" id={last_request_id} />
          </li>
        ))}
      </ul>
    </details>
  )
}
