import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import type { DeliveryAttempt } from "../../resources/webhooks/attempt.ts"
import type { LightDelivery } from "../../resources/webhooks/light-delivery.ts"
import { ActionButton } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { Explained } from "../app/explain.tsx"
import { Panel } from "../app/pane.tsx"
import { Badge, DetailList } from "../app/parts.tsx"
import { useRead } from "../app/read.tsx"
import { CopyTest, requestLinks } from "../app/request-links.tsx"
import { go, href, type Route } from "../app/route.ts"
import { AttemptView } from "./attempt.tsx"
import { Axis } from "./axis.tsx"
import { deliveries, endpoints, statusOf } from "./rows.ts"

export function DeliveryPane({ id, route: { query } }: { readonly id: string; readonly route: Route }) {
  const back = href("webhooks", undefined, { ...Object.fromEntries(query), attempt: undefined })
  const delivery = deliveries.get(Number(id))
  const attempts = useRead<DeliveryAttempt[]>(`deliveries?delivery_id=${encodeURIComponent(id)}`, delivery)
  if (delivery === undefined) {
    return (
      <Panel title={`Delivery ${id}`} back={back} id={id}>
        <p class="faint">{deliveries.isReady.value ? "This delivery no longer exists." : "Loading …"}</p>
      </Panel>
    )
  }
  const attemptList = Array.isArray(attempts) ? attempts : []
  const requestedId = query.get("attempt")
  const selected = attemptList.find((attempt) => String(attempt.id) === requestedId) ?? attemptList.at(-1)
  return (
    <Panel title={delivery.event_type} back={back} id={id}>
      <DeliveryStatus delivery={delivery} />
      <Axis
        delivery={delivery}
        endpoint={endpoints.get(delivery.webhook_id)}
        shown={selected?.id}
        hrefOf={(attempt) => href("webhooks", id, { ...Object.fromEntries(query), attempt })}
      />
      <DeliveryFacts delivery={delivery} />
      <Again key={id} delivery={delivery} query={query} />
      {selected !== undefined && (
        <AttemptView
          key={selected.id}
          attempt={selected}
          isExplained={isExplained(delivery) && selected === attemptList.at(-1)}
        />
      )}
      {attempts instanceof Error && <p class="bad">{attempts.message}</p>}
      {selected === undefined && Array.isArray(attempts) && <p class="faint">No attempt was made yet.</p>}
    </Panel>
  )
}

/** The status, and unless it was delivered, why. */
function DeliveryStatus({ delivery }: { readonly delivery: LightDelivery }) {
  const { word, tone } = statusOf(delivery)
  return (
    <>
      <Badge tone={tone}>
        <span class="wraps">{word}</span>
      </Badge>
      {isExplained(delivery) && <Explained kind="delivery" id={delivery.id} />}
    </>
  )
}

function DeliveryFacts({ delivery }: { readonly delivery: LightDelivery }) {
  const { webhook_id, message_id, event_id, request_ids, to, subject } = delivery
  const endpoint = endpoints.get(webhook_id)
  return (
    <DetailList
      facts={{
        Recipient: to,
        Message: message_id !== null && (
          <>
            <a href={href("messages", message_id)}>message {message_id}</a> {subject !== null && <bdi>{subject}</bdi>}
          </>
        ),
        Endpoint: (
          <>
            <a href={href("webhooks", undefined, { endpoint: webhook_id })}>endpoint {webhook_id}</a>{" "}
            {endpoint !== undefined && <bdi>{endpoint.url}</bdi>}
          </>
        ),
        Event: (
          <a href={href("webhooks", undefined, { q: event_id })}>
            <code>{event_id}</code>
          </a>
        ),
        Request: !isExplained(delivery) && requestLinks(request_ids),
      }}
    />
  )
}

/** Whether its status says what failed, with a test of it. */
const isExplained = ({ status, attempts }: LightDelivery) => status !== "delivered" && attempts.length > 0

/** Resends the event, as the delivery's next attempt or as a new delivery. Its cause can be copied as a test. */
function Again({ delivery, query }: { readonly delivery: LightDelivery; readonly query: URLSearchParams }) {
  const { id, webhook_id, due: dueAt, request_ids } = delivery
  const isOff = endpoints.get(webhook_id)?.status === "disabled"
  const isRetrying = dueAt.length > 0
  const send = (retry: boolean) => async () => {
    const sent = await call<WebhookDelivery>("POST", `deliveries/${id}/redeliver`, { retry })
    go(href("webhooks", sent.id, { ...Object.fromEntries(query), attempt: undefined }))
  }
  const [request] = request_ids
  return (
    <section class="part" aria-label="Send again">
      <div class="actions">
        {isRetrying && (
          <ActionButton kind="main" disabled={isOff} work={send(true)} done="Retried.">
            Retry now
          </ActionButton>
        )}
        <ActionButton
          kind={isRetrying ? "" : "main"}
          disabled={isOff}
          work={send(false)}
          done="Sent as a new delivery, which is shown now."
        >
          Resend as a new delivery
        </ActionButton>
        {request !== undefined && !isExplained(delivery) && (
          <>
            <CopyTest request={request} />
            <a href={href("requests", request, { again: "test" })}>Show the test</a>
          </>
        )}
      </div>
      <p class="faint">
        {isOff
          ? "The endpoint is disabled: enable it first."
          : isRetrying
            ? "A retry is another attempt of this delivery: when it succeeds, its retries end. A new delivery leaves them as they are."
            : "This delivery has ended. The same event goes out again, with the same event id."}
      </p>
    </section>
  )
}
