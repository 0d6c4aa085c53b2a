import { randomUUID } from "node:crypto"
import { parseTimestamp } from "../../../sdk/contract/core/timestamp.ts"
import { signWebhook } from "../../../sdk/webhooks/sign.ts"
import type { Context } from "../../connection/context.ts"
import { requiredText, textOf } from "../../line/flag-values.ts"
import { readBytes } from "../../line/input/files.ts"
import { refusedValue } from "../../terminal/errors/cli-error.ts"
import { refusedSecret, signingSecrets } from "./signing-secret.ts"

export async function run(context: Context): Promise<void> {
  const { flags, io, output } = context
  const timestamp = secondsOf(textOf(flags, "timestamp")) ?? Math.floor(io.now() / 1000)
  const secret = await signingSecrets(context)
  const body = await readBytes(context, requiredText(flags, "body"), "--body")
  const id = textOf(flags, "id") ?? newEventId()
  await output.record(await refusedSecret(() => signWebhook({ id, timestamp, body, secret })))
}

export const newEventId = (): string => `evt_${randomUUID()}`

/** Parses `1767225600` or `2026-01-01T00:00:00Z` to Unix seconds. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,12}$/.test(text)) return Number(text)
  const moment = parseTimestamp(text)
  if (moment === undefined)
    throw refusedValue("--timestamp", "must be Unix seconds, or a moment such as 2026-01-31T09:30:00Z")
  return Math.floor(moment / 1000)
}
