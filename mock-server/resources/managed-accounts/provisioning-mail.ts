import { limits } from "../../../sdk/contract/core/limits.ts"
import type { Task, World } from "../../world/world.ts"
import type { ManagedAccountRow } from "./table.ts"

const day = 86_400_000

/** How long before the end of an invitation its owner is notified. */
const noticeBefore = day

/** Interval and maximum number of payment reminders. */
const paymentReminderEvery = 3 * day
const paymentReminders = 3

export function sendInvitation(world: World, record: ManagedAccountRow): void {
  mailToken(world, record, "managed_account_invitation", `Your account ${record.managed_account.name} is ready`)
  const end = world.now() + limits.provisioningInviteLifetime
  world.timers.schedule(end - noticeBefore, "provisioning.notice", record.id)
  world.timers.schedule(end, "provisioning.expire", record.id)
}

/** Notifies the owner, once per invitation, that it is about to expire. A timer of an earlier invitation does nothing. */
export const sendExpiryNotice: Task = (world, id) => {
  const record = world.tables.managedAccounts.get(id)
  if (record === undefined || !awaitsOwner(record) || record.invitation.notice_sent_at !== null) return
  if (endOf(record) - noticeBefore > world.now()) return
  const { invitation, managed_account } = record
  const subject = `Your invitation to ${managed_account.name} is about to expire`
  mailToken(world, record, "managed_account_invitation_notice", subject)
  world.tables.managedAccounts.change(world, record, {
    invitation: { ...invitation, notice_sent_at: world.timestamp() },
  })
}

/** Mails the owner the token that claims the account. */
function mailToken(world: World, record: ManagedAccountRow, kind: string, subject: string): void {
  const { id, invitation, managed_account, owner, invitation_token: token } = record
  const text = `Claim ${managed_account.name} with this token by ${invitation.expires_at}: ${token}`
  world.tables.outbox.add(world, { to: owner.email, kind, subject, text, data: { managed_account_id: id, token } })
}

/** Expires an unclaimed invitation. A timer of an earlier invitation does nothing. */
export const expireOwnerInvitation: Task = (world, id) => {
  const record = world.tables.managedAccounts.get(id)
  if (record === undefined || !awaitsOwner(record) || endOf(record) > world.now()) return
  const invitation = { ...record.invitation, expired: true }
  world.tables.managedAccounts.change(world, record, { invitation })
}

/** Asks the owner to pay, at once and then every few days until it is paid or the last reminder was sent. */
export const askForPayment = (world: World, record: ManagedAccountRow): ManagedAccountRow => remind(world, record, 1)

/** Asks for payment again if it is still due. A timer from before the last payment does nothing. */
export const remindOfPayment: Task = (world, id) => {
  const record = world.tables.managedAccounts.get(id)
  if (record?.status !== "payment_required" && record?.status !== "payment_issue") return
  const { reminders_sent, next_reminder_at } = record
  if (next_reminder_at !== null && Date.parse(next_reminder_at) <= world.now())
    remind(world, record, reminders_sent + 1)
}

function remind(world: World, record: ManagedAccountRow, reminders_sent: number): ManagedAccountRow {
  sendPaymentReminder(world, record)
  const last = reminders_sent === paymentReminders
  if (!last) world.timers.schedule(world.now() + paymentReminderEvery, "provisioning.remind", record.id)
  const next_reminder_at = last ? null : world.timestampIn(paymentReminderEvery)
  return world.tables.managedAccounts.update(record, { reminders_sent, next_reminder_at })
}

function sendPaymentReminder(world: World, { id, status, managed_account, owner }: ManagedAccountRow): void {
  const failed = status === "payment_issue"
  world.tables.outbox.add(world, {
    to: owner.email,
    kind: "payment_reminder",
    subject: failed
      ? `The payment for ${managed_account.name} has failed`
      : `Complete the payment for ${managed_account.name}`,
    text: `${managed_account.name} needs a payment${failed ? ": the last one has failed" : " to become active"}.`,
    data: { managed_account_id: id },
  })
}

const awaitsOwner = ({ status, invitation }: ManagedAccountRow) => status === "awaiting_owner" && !invitation.expired

const endOf = ({ invitation }: ManagedAccountRow) => Date.parse(invitation.expires_at ?? "")
