import { onlyFor } from "../../../sdk/outbox/held-items.ts"
import type { Decider, HeldItem, SendHeld } from "../../../sdk/outbox/index.ts"
import { CallHeldError, type CallHold } from "../../../sdk/sending/recipients/call-hold.ts"
import type { Context } from "../../connection/context.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { aboutItem, aboutOf } from "./about-call.ts"
import { type OpenApprovals, requirePerson } from "./open-approvals.ts"

/** A revision of a held call, as somebody was shown it. */
export interface SeenItem {
  readonly id: string
  readonly hash: string
}

/** Approves what was seen, unless it has changed since, and sends it. The only way by which a held call leaves. */
export async function approveItem(
  context: Context,
  approvals: OpenApprovals,
  { id, hash }: SeenItem,
  by: Decider,
): Promise<HeldItem> {
  requirePerson(context)
  const item = await approvals.get(id)
  // What was handed over and has no key is not handed over again: its release says so.
  const isOver = item.state === "sent" || (item.state === "leaving" && !item.isRepeatable)
  if (!isOver && item.hash === hash) await requireUnchanged(context, item)
  await approvals.approve(id, hash, by)
  return approvals.release(id, hash, await sender(context), by)
}

async function sender(context: Context): Promise<SendHeld> {
  const requester = await context.requester()
  const { signal } = context.io
  return ({ id, method, path, body, brandSid, isRepeatable }, hold) =>
    requester.call(`${method} ${path}`, body === null ? {} : { body: JSON.parse(body) }, {
      ...{ hold, signal },
      ...(isRepeatable && { idempotencyKey: id }),
      ...(brandSid !== null && { brandSid }),
    })
}

/** Makes the call up to where it would leave. @throws the error of its release, such as for another account. */
export async function requireSendable(context: Context, item: HeldItem): Promise<void> {
  const send = await sender(context)
  const exact = onlyFor(item)
  const hold: CallHold = { ...exact, hold: async (call) => (await exact.hold(call)) ?? item }
  try {
    await send(item, hold)
  } catch (error) {
    if (!(error instanceof CallHeldError)) throw error
  }
}

/** What approving would begin with, before anything leaves. */
export async function requireSame(
  context: Context,
  approvals: OpenApprovals,
  { id, hash }: SeenItem,
): Promise<HeldItem> {
  const item = await approvals.get(id)
  if (item.hash !== hash) throw new CliError(`${id} is not what was shown: it is ${item.hash} now`, exitCodes.conflict)
  await requireUnchanged(context, item)
  if (item.state !== "sent") await requireSendable(context, item)
  return item
}

/** Refuses what nobody was shown, or what would send another text, or to others, than was shown. */
async function requireUnchanged(context: Context, item: HeldItem): Promise<void> {
  const about = aboutOf(item)
  if (about !== undefined && (await aboutItem(context, item)).state === about.state) return
  const problem =
    about === undefined
      ? "was not looked at"
      : "would send another text, to others, or at another time, than when it was held: its template, contact, campaign or audience has changed, or its time has passed"
  const hint =
    item.state === "leaving"
      ? "It was handed over before, and may have been sent: look for it at the service. It is not sent again."
      : "Nothing was sent. mas approvals show shows it; mas approvals edit takes it as it is now, for a new approval."
  throw new CliError(`${item.id} ${problem}`, exitCodes.conflict, { code: "item_changed", hint })
}
