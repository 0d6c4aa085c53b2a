import { useEffect, useState } from "preact/hooks"
import { webhookEventTypes } from "../../../sdk/webhooks/events.gen.ts"
import { span } from "../../base/time-text.ts"
import type { WebhookWithSecret } from "../../control/webhooks.ts"
import type { LightDelivery, LightEndpoint } from "../../resources/webhooks/light-delivery.ts"
import { ActionButton } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { clock } from "../app/clock.ts"
import { Explain } from "../app/explain.tsx"
import { SelectField } from "../app/fields.tsx"
import { Badge, Code, type Status } from "../app/parts.tsx"
import { Await, useRead } from "../app/read.tsx"
import { href, search, type ViewProps } from "../app/route.ts"
import { callService } from "../app/service.ts"
import { counted, countText } from "../app/words.ts"
import { NewEndpoint } from "./new-endpoint.tsx"
import { deliveries, endpoints } from "./rows.ts"

export function Endpoints({ route }: ViewProps) {
  useEffect(() => void endpoints.open(), [])
  const [isAdding, setAdding] = useState(false)
  const all = endpoints.find(() => true).reverse()
  const chosen = route.query.get("endpoint") ?? ""
  const add = (id: number) => {
    setAdding(false)
    search({ endpoint: id })
  }
  return (
    <section class="endpoints" aria-label="Endpoints">
      <div class="line">
        <h2 class="grow">Endpoints</h2>
        <button
          type="button"
          class={all.length === 0 ? "main" : ""}
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          Add an endpoint
        </button>
      </div>
      {isAdding && <NewEndpoint done={add} />}
      {all.length === 0 && endpoints.isReady.value && !isAdding && (
        <p class="faint">
          An endpoint is the URL of your receiver. Events are sent to it, signed with the endpoint's secret.
        </p>
      )}
      <ul>
        {all.map((endpoint) => (
          <Endpoint key={endpoint.id} endpoint={endpoint} isChosen={String(endpoint.id) === chosen} />
        ))}
      </ul>
    </section>
  )
}

function healthOf(
  { id, status, failing_since, off_from }: LightEndpoint,
  now: number,
): Status & { readonly more: string } {
  if (status === "disabled") return { word: "disabled", tone: "bad", more: "Receives nothing until it is enabled." }
  if (deliveries.count(`endpoint ${id}`) === 0) return { word: "not tried yet", tone: "quiet", more: "" }
  if (!failing_since) return { word: "healthy", tone: "good", more: "" }
  const failing = `Failing for ${span(Math.max(0, now - Date.parse(failing_since)))}`
  if (off_from === null) return { word: "failing", tone: "warn", more: `${failing}.` }
  const remaining = span(Math.max(0, Date.parse(off_from) - now))
  return { word: "failing", tone: "warn", more: `${failing}; disabled in ${remaining} unless a delivery succeeds.` }
}

function Endpoint({ endpoint, isChosen }: { readonly endpoint: LightEndpoint; readonly isChosen: boolean }) {
  const { id, url, events } = endpoint
  const { word, tone, more } = healthOf(endpoint, clock.now.value)
  return (
    <li class={isChosen ? "endpoint chosen" : "endpoint"}>
      <div class="line">
        <button
          type="button"
          class="pick grow"
          aria-expanded={isChosen}
          onClick={() => search({ endpoint: isChosen ? undefined : id })}
        >
          <span class="unseen">Endpoint {id}: </span>
          <bdi>{url}</bdi>
        </button>
        <Badge tone={tone}>{word}</Badge>
      </div>
      {more !== "" && <p class={tone}>{more}</p>}
      {(tone === "bad" || tone === "warn") && <Explain kind="endpoint" id={id} />}
      <small>
        {counted(deliveries.count(`endpoint ${id}`), "delivery", "deliveries")} ·{" "}
        {events.length === webhookEventTypes.length ? "all events" : events.join(", ")}
      </small>
      {isChosen && <EndpointActions endpoint={endpoint} />}
    </li>
  )
}

async function retryAll(failing: readonly LightDelivery[]) {
  for (const { id } of failing.toReversed()) await call("POST", `deliveries/${id}/redeliver`, { retry: true })
}

function EndpointActions({ endpoint }: { readonly endpoint: LightEndpoint }) {
  const { id, events, status } = endpoint
  const [type, setType] = useState<string>(events[0] ?? "email.sent")
  const endpointWithSecret = useRead<WebhookWithSecret>(`webhooks/${id}`, endpoint)
  const failing = deliveries.find((row) => row.webhook_id === id && row.status === "pending" && row.attempts.length > 0)
  const isOff = status === "disabled"
  const path = `/v1/my/webhooks/${id}` as const
  return (
    <Await response={endpointWithSecret}>
      {({ secret, brand_sid }) => (
        <>
          <p>Start your receiver with the signing secret:</p>
          <Code text={`export MAS_WEBHOOK_SECRET=${secret}`} label="the line that exports the secret" />
          <div class="actions">
            <SelectField label="Sample event" value={type} set={setType} choices={webhookEventTypes} />
            <ActionButton
              kind="main"
              disabled={isOff}
              work={() => callService("POST", `${path}/test`, { type }, brand_sid)}
              done="Sample sent."
            >
              Send a sample
            </ActionButton>
            <ActionButton
              work={() => callService("PATCH", path, { enabled: isOff }, brand_sid)}
              done={isOff ? "Endpoint enabled." : "Endpoint disabled."}
            >
              {isOff ? "Enable" : "Disable"}
            </ActionButton>
            {failing.length > 0 && (
              <ActionButton
                kind={endpoint.failing_since ? "" : "main"}
                disabled={isOff}
                work={() => retryAll(failing)}
                done={`${counted(failing.length, "delivery was", "deliveries were")} retried: each shows its response below.`}
              >
                Retry all failing ({countText(failing.length)})
              </ActionButton>
            )}
            <a href={href("webhooks")}>Deliveries of all endpoints</a>
          </div>
        </>
      )}
    </Await>
  )
}
