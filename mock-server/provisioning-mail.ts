import { limits } from "../sdk/contract/limits.ts"
import type { ManagedAccountRow } from "./tables/managed-accounts.ts"
import { sendServiceMail } from "./tables/outbox.ts"
import type { Task } from "./tasks.ts"
import type { World } from "./world.ts"

const day = 86_400_000

/** How long before an invitation runs out its owner is told. */
export const noticeBefore = day

/** How often payment is asked for until it is made, and how many times in all. */
export const paymentReminderEvery = 3 * day
export const paymentReminders = 3

/** Invites a managed account's owner; sees to the notice and to the end of the invitation. */
export function sendInvitation(world: World, record: ManagedAccountRow): void {
  const { invitation, managed_account, owner } = record
  sendServiceMail(world, {
    to: owner.email,
    kind: "managed_account_invitation",
    subject: `Your account ${managed_account.name} is ready`,
    text: `Claim ${managed_account.name} with this token by ${invitation.expires_at}: ${record.invitation_token}`,
    data: { managed_account_id: record.id, token: record.invitation_token },
  })
  const end = world.now() + limits.provisioningInviteLifetime
  world.timers.schedule(end - noticeBefore, "provisioning.notice", record.id)
  world.timers.schedule(end, "provisioning.expire", record.id)
}

/** Tells the owner that the invitation is about to run out. A timer of an earlier issue does nothing. */
export const sendExpiryNotice: Task = (world, id) => {
  const record = world.tables.managedAccounts.get(id)
  if (record === undefined || !awaitsOwner(record) || endOf(record) - noticeBefore > world.now()) return undefined
  const { invitation, managed_account, owner } = record
  sendServiceMail(world, {
    to: owner.email,
    kind: "managed_account_invitation_notice",
    subject: `Your invitation to ${managed_account.name} is about to expire`,
    text: `Claim ${managed_account.name} with this token by ${invitation.expires_at}: ${record.invitation_token}`,
    data: { managed_account_id: record.id, token: record.invitation_token },
  })
  const now = world.timestamp()
  world.tables.managedAccounts.update(record, { invitation: { ...invitation, notice_sent_at: now }, updated_at: now })
  return undefined
}

/** Ends an invitation that nobody claimed. A timer of an earlier issue does nothing. */
export const expireOwnerInvitation: Task = (world, id) => {
  const record = world.tables.managedAccounts.get(id)
  if (record === undefined || !awaitsOwner(record) || endOf(record) > world.now()) return undefined
  const invitation = { ...record.invitation, expired: true }
  world.tables.managedAccounts.update(record, { invitation, updated_at: world.timestamp() })
  return undefined
}

/** Asks the owner to pay. */
export function sendPaymentReminder(world: World, { id, status, managed_account, owner }: ManagedAccountRow): void {
  const failed = status === "payment_issue"
  sendServiceMail(world, {
    to: owner.email,
    kind: "payment_reminder",
    subject: failed
      ? `The payment for ${managed_account.name} has failed`
      : `Complete the payment for ${managed_account.name}`,
    text: `${managed_account.name} needs a payment${failed ? ": the last one has failed" : " to become active"}.`,
    data: { managed_account_id: id },
  })
}

export function schedulePaymentReminder(world: World, { id }: ManagedAccountRow): void {
  world.timers.schedule(world.now() + paymentReminderEvery, "provisioning.remind", id)
}

/** Asks for payment again, while it is still due and until it was asked for often enough. */
export const remindOfPayment: Task = (world, id) => {
  const { managedAccounts } = world.tables
  const record = managedAccounts.get(id)
  if (record?.status !== "payment_required" && record?.status !== "payment_issue") return undefined
  sendPaymentReminder(world, record)
  const reminders_sent = record.reminders_sent + 1
  managedAccounts.update(record, { reminders_sent })
  if (reminders_sent < paymentReminders) schedulePaymentReminder(world, record)
  return undefined
}

const awaitsOwner = ({ status, invitation }: ManagedAccountRow) => status === "awaiting_owner" && !invitation.expired

const endOf = ({ invitation }: ManagedAccountRow) => Date.parse(invitation.expires_at ?? "")
