import { useEffect, useState } from "preact/hooks"
import { WebhookVerificationError } from "../../../sdk/webhooks/errors.ts"
import { verifyWebhookAsync } from "../../../sdk/webhooks/verify.ts"
import type { WholeWebhook } from "../../control/webhooks.ts"
import type { ShownAttempt } from "../../webhooks/attempt.ts"
import { Badge, Part, type Status } from "../app/parts.tsx"
import { useRead } from "../app/read.tsx"
import { endpoints } from "./rows.ts"

type Verdict = Status & { readonly more: string }

/** Whether an attempt is signed as a receiver wants it: checked here, by the very function that receivers check it with. */
export function Signature({ attempt }: { readonly attempt: ShownAttempt }) {
  const webhook = useRead<WholeWebhook>(`webhooks/${attempt.webhook_id}`, endpoints.get(attempt.webhook_id))
  const [verdict, setVerdict] = useState<Verdict>()
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

async function verify({ request, sent_at }: ShownAttempt, webhook: WholeWebhook | Error): Promise<Verdict> {
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
