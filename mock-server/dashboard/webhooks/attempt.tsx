import { useEffect, useState } from "preact/hooks"
import { WebhookVerificationError } from "../../../sdk/webhooks/errors.ts"
import { verifyWebhookAsync } from "../../../sdk/webhooks/verify.ts"
import type { InjectedFault } from "../../base/models.gen.ts"
import { span } from "../../base/time-text.ts"
import type { WebhookWithSecret } from "../../control/webhooks.ts"
import type { DeliveryAttempt } from "../../resources/webhooks/attempt.ts"
import { whyAttempt } from "../../resources/webhooks/why-attempt.ts"
import { Badge, Code, Json, Part, type Status } from "../app/parts.tsx"
import { useRead } from "../app/read.tsx"
import { Moment } from "../app/times.tsx"
import { durationText } from "../app/words.ts"
import { endpoints, isSuccess, outcomeOf } from "./rows.ts"

interface AttemptViewProps {
  readonly attempt: DeliveryAttempt
  /** True if the status of the delivery says why it failed. */
  readonly isExplained: boolean
}

export const AttemptView = ({ attempt, isExplained }: AttemptViewProps) => (
  <>
    <Part title={`Attempt ${attempt.attempt}`}>
      <p>
        <Badge tone={isSuccess(attempt) ? "good" : "bad"}>
          <span class="wraps">{outcomeOf(attempt)}</span>
        </Badge>{" "}
        <Moment at={attempt.sent_at} /> <small>{durationText(attempt.duration_ms)}</small>
      </p>
      {!isExplained && <p>{whyAttempt(attempt)}</p>}
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
          POST <bdi>{attempt.url}</bdi>
        </code>
      </p>
      <Code text={linesOf(attempt.request.headers)} label="the request headers" />
      <Json value={attempt.request.body} label="the request body" />
    </Part>
    <Signature attempt={attempt} />
  </>
)

const Response = ({ attempt: { response, response_status, error } }: { readonly attempt: DeliveryAttempt }) => (
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

type SignatureCheck = Status & { readonly more: string }

/** The signature check of an attempt, with the same function that receivers use. */
function Signature({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const webhook = useRead<WebhookWithSecret>(`webhooks/${attempt.webhook_id}`, endpoints.get(attempt.webhook_id))
  const [verdict, setVerdict] = useState<SignatureCheck>()
  useEffect(() => {
    if (webhook !== undefined) void verify(attempt, webhook).then(setVerdict)
  }, [attempt, webhook])
  return (
    <Part title="Signature">
      {verdict === undefined ? (
        <p class="faint">Checking …</p>
      ) : (
        <p>
          <Badge tone={verdict.tone}>{verdict.word}</Badge> {verdict.more}
        </p>
      )}
    </Part>
  )
}

async function verify(
  { request, sent_at }: DeliveryAttempt,
  webhook: WebhookWithSecret | Error,
): Promise<SignatureCheck> {
  if (webhook instanceof Error) return { tone: "quiet", word: "not checked", more: webhook.message }
  if (globalThis.crypto?.subtle === undefined) {
    const more = "This browser has WebCrypto on https and on localhost only: open the page at 127.0.0.1."
    return { tone: "quiet", word: "not checked", more }
  }
  const { secret, old_secret } = webhook
  const secrets = old_secret === null ? secret : [secret, old_secret]
  try {
    await verifyWebhookAsync(request.body, request.headers, secrets, { now: Date.parse(sent_at) })
    return { tone: "good", word: "valid", more: "Checked here with this endpoint's secret." }
  } catch (error) {
    const more = error instanceof WebhookVerificationError ? `${error.message} (${error.reason})` : String(error)
    return { tone: "bad", word: "invalid", more }
  }
}

function mishapsOf({ fault_id, drop, delay_ms, duplicate, reorder, signature, copy }: InjectedFault): string {
  const done = [
    drop === undefined ? "" : `cut the connection ${drop} the receiver handled it`,
    delay_ms === undefined ? "" : `delayed it by ${span(delay_ms)}`,
    duplicate === undefined ? "" : `sent ${duplicate === 1 ? "one duplicate" : `${duplicate} duplicates`}`,
    reorder === undefined ? "" : "sent it after the next one",
    signature === undefined ? "" : flaws[signature],
    copy === undefined ? "" : `sent this as duplicate ${copy}`,
  ]
  return `Fault ${fault_id} ${done.filter(Boolean).join(", ") || "changed it"}.`
}

const flaws: Readonly<Record<NonNullable<InjectedFault["signature"]>, string>> = {
  wrong: "signed it with a wrong secret",
  old: "signed it with a timestamp ten minutes old",
  other: "signed it with another endpoint's secret",
  two: "signed it twice",
}
