import { MasError, pinClassNames } from "../base/mas-error.ts"
import type { CallSender } from "../client/request/account-of.ts"
import { isText } from "../client/transport/fields.ts"
import type { SendMessage } from "../contract/messages.ts"
import { isAcceptedMessage, noMessageId } from "../sending/accepted-message.ts"
import { problemOfRow } from "./message-check.ts"
import type { OutboxClient } from "./outbox-client.ts"
import type { OpenMessage } from "./row.ts"
import { obstacleOf, senderText } from "./sender.ts"

/**
 * How an attempt ended. `accepted`; `refused`, whoever sends it; `suppressed`, so nothing was sent; `failed`, by the call; `hindered`,
 * before it. `changed`: somebody else has changed the row meanwhile.
 */
export type AttemptEnd =
  | { readonly kind: "accepted"; readonly messageId: number }
  | { readonly kind: "suppressed"; readonly error: Error; readonly reason: string }
  | { readonly kind: "refused" | "failed" | "hindered"; readonly error: Error }
  | { readonly kind: "changed" }

/** What an attempt needs besides its row. */
export interface AttemptMeans {
  readonly client: Pick<OutboxClient, "messages" | "suppressions" | "sender">
  readonly skipSuppressed: boolean
  /** Records who is about to send it. */
  readonly begin: (id: string, triedBy: string) => Promise<boolean>
  readonly signal: AbortSignal | undefined
}

/** Another sender may have sent the row, or it is another account's. */
export class OtherSenderError extends MasError {}
pinClassNames({ OtherSenderError })

/** Sends a row, if this sender may. Rejects only if the database fails. */
export async function attemptRow(
  row: OpenMessage,
  { client, skipSuppressed, begin, signal }: AttemptMeans,
): Promise<AttemptEnd> {
  const { id, message, brandSid, accountId, isInDoubt } = row
  const problem = problemOfRow(row)
  if (problem !== undefined) return { kind: "refused", error: new MasError(problem) }
  const scope = { ...(brandSid !== null && { brandSid }), ...(accountId !== null && { accountId }) }
  const options = { waitSignal: signal, ...scope }
  let sender: CallSender | undefined
  try {
    sender = await client.sender?.(options)
    const obstacle = obstacleOf(row, sender)
    if (obstacle !== undefined) return { kind: "hindered", error: new OtherSenderError(obstacle) }
    const { channel, to } = Object(message)
    // What may have been sent is repeated, whoever is suppressed since: so its key tells what became of it.
    if (skipSuppressed && !isInDoubt && channel === "email" && isText(to)) {
      const page = await client.suppressions?.list({ email: to, limit: 1 }, options)
      const [suppression] = page?.items ?? []
      if (suppression) {
        const { reason } = suppression
        return { kind: "suppressed", error: new MasError(`${to} is suppressed: ${reason}`), reason }
      }
    }
  } catch (error) {
    return { kind: "hindered", error: errorOf(error) }
  }
  if (!(await begin(id, senderText(sender)))) return { kind: "changed" }
  try {
    const response = await client.messages.send(message as SendMessage, { idempotencyKey: id, ...options })
    if (isAcceptedMessage(response)) return { kind: "accepted", messageId: response.id }
    return { kind: "failed", error: new Error(noMessageId) }
  } catch (error) {
    return { kind: "failed", error: errorOf(error) }
  }
}

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
