import type { ShownAttempt } from "../../webhooks/attempt.ts"
import { Badge, Code, Foreign, Json, Part } from "../app/parts.tsx"
import { Moment } from "../app/times.tsx"
import { isTaken, outcomeOf } from "./rows.ts"
import { Signature } from "./signature.tsx"
import { mishapsOf, whyOf } from "./why.ts"

/** One attempt in full: why it went as it did, what was sent, what was answered. */
export const AttemptView = ({ attempt }: { readonly attempt: ShownAttempt }) => (
  <>
    <Part title={`Attempt ${attempt.attempt}`}>
      <p>
        <Badge tone={isTaken(attempt) ? "good" : "bad"}>
          <span class="wraps">{outcomeOf(attempt)}</span>
        </Badge>{" "}
        <Moment at={attempt.sent_at} /> <small>{attempt.duration_ms.toFixed(1)} ms</small>
      </p>
      <p>{whyOf(attempt)}</p>
      {attempt.injected !== undefined && (
        <p class="warn">
          <span aria-hidden="true">⚡ </span>
          {mishapsOf(attempt.injected)}
        </p>
      )}
    </Part>
    <Response attempt={attempt} />
    <Part title="Request">
      <p>
        <code>
          POST <Foreign>{attempt.url}</Foreign>
        </code>
      </p>
      <Code text={linesOf(attempt.request.headers)} label="the request headers" />
      <Json value={attempt.request.body} label="the request body" />
    </Part>
    <Signature attempt={attempt} />
  </>
)

const Response = ({ attempt: { response, response_status, error } }: { readonly attempt: ShownAttempt }) => (
  <Part title="Response">
    {response_status === null && <p class="bad">{error ?? "No response."}</p>}
    {response_status !== null && response === null && (
      <p class="faint">No longer kept: only the responses of the newest attempts are.</p>
    )}
    {response !== null && (
      <>
        <Code text={`${response_status}\n${linesOf(response.headers)}`} label="the response status and headers" />
        {response.body === "" ? (
          <p class="faint">The body was empty.</p>
        ) : (
          <Json value={response.body} label="the response body" />
        )}
        {response.truncated && <p class="faint">Cut off after the first 8 KiB.</p>}
      </>
    )}
  </Part>
)

const linesOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")
