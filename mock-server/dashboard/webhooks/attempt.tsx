import type { ShownAttempt } from "../../webhooks/attempt.ts"
import { Badge, Code, Foreign, Json, Part } from "../app/parts.tsx"
import { Moment } from "../app/times.tsx"
import { Signature } from "./signature.tsx"
import { isTaken, outcomeOf } from "./stand.ts"
import { mishapsOf, whyOf } from "./why.ts"

/** One attempt in full: why it went as it did, what was sent, what was answered. */
export function AttemptView({ attempt }: { readonly attempt: ShownAttempt }) {
  const { sent_at, duration_ms, injected, url, request } = attempt
  return (
    <>
      <Part title={`Attempt ${attempt.attempt}`}>
        <p class="verdict">
          <Badge tone={isTaken(attempt) ? "good" : "bad"}>
            <span class="wraps">{outcomeOf(attempt)}</span>
          </Badge>{" "}
          <Moment at={sent_at} /> <small>{duration_ms.toFixed(1)} ms</small>
        </p>
        <p class="why">{whyOf(attempt)}</p>
        {injected !== undefined && (
          <p class="warn">
            <span aria-hidden="true">⚡ </span>
            {mishapsOf(injected)}
          </p>
        )}
      </Part>
      <Signature attempt={attempt} />
      <Part title="Request">
        <p class="verdict">
          <code>
            POST <Foreign>{url}</Foreign>
          </code>
        </p>
        <Code text={linesOf(request.headers)} label="the request's headers" />
        <Json value={request.body} label="the request's body" />
      </Part>
      <Answer attempt={attempt} />
    </>
  )
}

function Answer({ attempt: { response, response_status, error } }: { readonly attempt: ShownAttempt }) {
  return (
    <Part title="Answer">
      {response_status === null && <p class="bad">{error ?? "There was none."}</p>}
      {response_status !== null && response === null && (
        <p class="quiet">It is forgotten: only those of the newest attempts are kept.</p>
      )}
      {response !== null && (
        <>
          <Code text={`${response_status}\n${linesOf(response.headers)}`} label="the answer's status and headers" />
          {response.body === "" ? (
            <p class="quiet">Its body was empty.</p>
          ) : (
            <Json value={response.body} label="the answer's body" />
          )}
          {response.truncated && <p class="quiet">It went on: its first 8 KiB are kept.</p>}
        </>
      )}
    </Part>
  )
}

const linesOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")
