import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import type { ShownAttempt } from "../../webhooks/attempt.ts"
import type { LightDelivery } from "../../webhooks/light-delivery.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { MadeBy } from "../app/made-by.tsx"
import { Pane } from "../app/pane.tsx"
import { Badge, Foreign } from "../app/parts.tsx"
import { useRead } from "../app/read.ts"
import { go, href, type Route } from "../app/route.ts"
import { AttemptView } from "./attempt.tsx"
import { Axis } from "./axis.tsx"
import { deliveries, endpoints } from "./rows.ts"
import { standOf } from "./stand.ts"

/** A delivery with its time, and one of its attempts in full. */
export function DeliveryPane({ id, route: { query } }: { readonly id: string; readonly route: Route }) {
  const back = href("webhooks", undefined, without(query, "attempt"))
  const delivery = deliveries.get(Number(id))
  const attempts = useRead<ShownAttempt[]>(`deliveries?delivery_id=${encodeURIComponent(id)}`, delivery)
  if (delivery === undefined) {
    return (
      <Pane title={`Delivery ${id}`} back={back} id={id}>
        <p class="quiet">{deliveries.isReady.value ? "There is no such delivery any more." : "Reading …"}</p>
      </Pane>
    )
  }
  const known = Array.isArray(attempts) ? attempts : []
  const asked = query.get("attempt")
  const shown = known.find((attempt) => String(attempt.id) === asked) ?? known.at(-1)
  return (
    <Pane title={delivery.event_type} back={back} id={id}>
      <Facts delivery={delivery} />
      <Axis
        delivery={delivery}
        endpoint={endpoints.get(delivery.webhook_id)}
        shown={shown?.id}
        hrefOf={(attempt) => href("webhooks", id, { ...Object.fromEntries(query), attempt })}
      />
      <Resend delivery={delivery} query={query} />
      {shown !== undefined && <AttemptView key={shown.id} attempt={shown} />}
      {attempts instanceof Error && <p class="bad">{attempts.message}</p>}
      {shown === undefined && Array.isArray(attempts) && <p class="quiet">It has not been tried yet.</p>}
    </Pane>
  )
}

function Facts({ delivery }: { readonly delivery: LightDelivery }) {
  const { word, tone } = standOf(delivery)
  const { webhook_id, message_id, event_id, request_ids } = delivery
  const endpoint = endpoints.get(webhook_id)
  return (
    <dl class="facts">
      <dt>Status</dt>
      <dd>
        <Badge tone={tone}>
          <span class="wraps">{word}</span>
        </Badge>
      </dd>
      <dt>To</dt>
      <dd>
        <a href={href("webhooks", undefined, { endpoint: webhook_id })}>endpoint {webhook_id}</a>{" "}
        {endpoint !== undefined && <Foreign>{endpoint.url}</Foreign>}
      </dd>
      {message_id !== null && (
        <>
          <dt>About</dt>
          <dd>
            <a href={href("messages", message_id)}>message {message_id}</a>
          </dd>
        </>
      )}
      <dt>Event</dt>
      <dd>
        <a href={href("webhooks", undefined, { q: event_id })}>
          <code>{event_id}</code>
        </a>
      </dd>
      <MadeBy requests={request_ids} />
    </dl>
  )
}

/** Sends the same event once more: another delivery, which is shown then. */
function Resend({ delivery, query }: { readonly delivery: LightDelivery; readonly query: URLSearchParams }) {
  const isOff = endpoints.get(delivery.webhook_id)?.status === "disabled"
  const resend = async () => {
    const { id } = await call<WebhookDelivery>("POST", `deliveries/${delivery.id}/redeliver`)
    go(href("webhooks", id, without(query, "attempt")))
  }
  return (
    <div class="actions part">
      <button
        type="button"
        class="main"
        disabled={isOff}
        onClick={() => act(resend, "Sent again: the new delivery is shown.")}
      >
        Resend now
      </button>
      <small>
        When it arrives, <a href={href("requests", delivery.request_ids[0], { again: "test" })}>copy it as a test</a>.
      </small>
      {isOff && <small>The endpoint is off: turn it on first.</small>}
    </div>
  )
}

function without(query: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(query)
  rest.delete(name)
  return rest
}
