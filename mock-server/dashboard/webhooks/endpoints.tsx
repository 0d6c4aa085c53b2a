import { useEffect, useState } from "preact/hooks"
import type { WholeWebhook } from "../../control/webhooks.ts"
import type { LightEndpoint } from "../../webhooks/light-delivery.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { clock } from "../app/clock.ts"
import { Badge, Copy, Foreign } from "../app/parts.tsx"
import { type Route, search } from "../app/route.ts"
import { callService } from "../app/service.ts"
import { span } from "../app/times.tsx"
import { eventTypes } from "./event-types.ts"
import { NewEndpoint } from "./new-endpoint.tsx"
import { deliveries, endpoints } from "./rows.ts"
import type { Stand } from "./stand.ts"

/** The endpoints with their health; one of them opens to what can be done with it. */
export function Endpoints({ route }: { readonly route: Route }) {
  useEffect(() => void endpoints.open(), [])
  const [isAdding, setAdding] = useState(false)
  const all = endpoints.find(() => true).reverse()
  const chosen = route.query.get("endpoint") ?? ""
  return (
    <section class="endpoints" aria-label="Endpoints">
      <ul>
        {all.map((endpoint) => (
          <Endpoint key={endpoint.id} endpoint={endpoint} isChosen={String(endpoint.id) === chosen} />
        ))}
        <li>
          <button type="button" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            Add an endpoint …
          </button>
        </li>
      </ul>
      {isAdding && <NewEndpoint done={() => setAdding(false)} />}
    </section>
  )
}

function healthOf({ status, failing_since, off_from }: LightEndpoint, now: number): Stand & { readonly more: string } {
  if (status === "disabled") return { word: "off", tone: "bad", more: "receives nothing until it is turned on" }
  if (!failing_since) return { word: "healthy", tone: "good", more: "" }
  const left = off_from === null ? "" : `, off in ${span(Math.max(0, Date.parse(off_from) - now))} if nothing arrives`
  return { word: "failing", tone: "warn", more: `for ${span(Math.max(0, now - Date.parse(failing_since)))}${left}` }
}

function Endpoint({ endpoint, isChosen }: { readonly endpoint: LightEndpoint; readonly isChosen: boolean }) {
  const { id, url, events } = endpoint
  const { word, tone, more } = healthOf(endpoint, clock.now.value)
  const count = deliveries.count(`endpoint ${id}`)
  return (
    <li class={isChosen ? "endpoint chosen" : "endpoint"}>
      <div class="line">
        <button
          type="button"
          class="pick"
          aria-pressed={isChosen}
          onClick={() => search({ endpoint: isChosen ? undefined : id })}
        >
          <span class="unseen">Only endpoint </span>
          {id}
        </button>
        <span class="grow url">
          <Foreign>{url}</Foreign>
        </span>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <small>
        {more !== "" && <span class={tone}>{more} · </span>}
        {count.toLocaleString("en")} {count === 1 ? "delivery" : "deliveries"} ·{" "}
        {events.length === eventTypes.length ? "every event" : events.join(", ")}
      </small>
      {isChosen && <EndpointActions endpoint={endpoint} />}
    </li>
  )
}

/** A sample event, the secret, and on or off. */
function EndpointActions({ endpoint: { id, events, status } }: { readonly endpoint: LightEndpoint }) {
  const [type, setType] = useState<string>(events[0] ?? "email.sent")
  const [secret, setSecret] = useState<string>()
  const change = async (body: object) =>
    callService("PATCH", `/v1/my/webhooks/${id}`, body, (await wholeWebhook(id)).brand_sid)
  const sample = async () =>
    callService("POST", `/v1/my/webhooks/${id}/test`, { type }, (await wholeWebhook(id)).brand_sid)
  return (
    <div class="actions">
      <label>
        <span class="unseen">Event of the sample</span>
        <select value={type} onChange={({ currentTarget }) => setType(currentTarget.value)}>
          {eventTypes.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="button" disabled={status === "disabled"} onClick={() => act(sample, "The sample is on its way.")}>
        Send a sample
      </button>
      {status === "disabled" ? (
        <button type="button" onClick={() => act(() => change({ enabled: true }), "It is on.")}>
          Turn on
        </button>
      ) : (
        <button type="button" onClick={() => act(() => change({ enabled: false }), "It is off.")}>
          Turn off
        </button>
      )}
      {secret === undefined ? (
        <button type="button" onClick={() => act(async () => setSecret((await wholeWebhook(id)).secret))}>
          Show the secret
        </button>
      ) : (
        <span class="line">
          <code>{secret}</code> <Copy text={secret} what="the secret" />
        </span>
      )}
    </div>
  )
}

const wholeWebhook = (id: number) => call<WholeWebhook>("GET", `webhooks/${id}`)
