import { verifyWebhook } from "../../../sdk/webhooks/verify.ts"
import type { Context } from "../../connection/context.ts"
import { numberOf, requiredText, textOf } from "../../line/flag-values.ts"
import { readBytes } from "../../line/input/files.ts"
import { refusedSecret, signingSecrets } from "./signing-secret.ts"

/** `mas webhooks verify`: prints the event, or exits with 1 and the reason. */
export async function run(context: Context): Promise<void> {
  const { flags, io, output } = context
  const secrets = await signingSecrets(context)
  const body = await readBytes(context, requiredText(flags, "body"), "--body")
  const headers = {
    "webhook-id": textOf(flags, "id"),
    "webhook-timestamp": textOf(flags, "timestamp"),
    "webhook-signature": textOf(flags, "signature"),
  }
  const toleranceSeconds = (numberOf(flags, "tolerance") ?? 300_000) / 1000
  const event = await refusedSecret(() => verifyWebhook(body, headers, secrets, { toleranceSeconds, now: io.now() }))
  await output.record(event)
  context.note("The signature is valid.")
}
