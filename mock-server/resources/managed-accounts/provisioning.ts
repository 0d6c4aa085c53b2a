import { limits } from "../../../sdk/contract/core/limits.ts"
import type { ManagedAccount } from "../../../sdk/contract/managed-accounts.ts"
import { conflict } from "../../base/service-error.ts"
import type { World } from "../../world/world.ts"
import type { AccountRow } from "../account/table.ts"
import type { GrantRow } from "../management-grant/table.ts"
import { joinAccount } from "../memberships/memberships.ts"
import { provisioningMachine } from "./machine.ts"
import { managedAccountView } from "./managed-account-view.ts"
import { askForPayment, sendInvitation } from "./provisioning-mail.ts"
import type { ManagedAccountRow } from "./table.ts"

/** The password of an invited owner after claiming, if they had none. */
const claimedOwnerPassword = "mock-password"

type Move = (world: World, id: number) => ManagedAccount

/** Transitions of a managed account without an endpoint, by their names in the control API. */
export const managedAccountMoves = {
  /** Invites the owner by e-mail; further calls reissue the invitation, at most three times. */
  send_invitation(world, id) {
    const { managedAccounts } = world.tables
    const record = managedAccounts.known(id)
    const again = record.invitation_token !== null
    if (again && record.status === "awaiting_owner" && record.invitation.reissues_remaining === 0) {
      throw conflict("10.5", "The owner's invitation cannot be reissued again")
    }
    // Checked before a token is drawn: a refused call must not change the random sequence.
    provisioningMachine.next(record.status, "send_invitation")
    const sent = managedAccounts.move(world, record, "send_invitation", {
      invitation_token: world.random.hex(20),
      invitation: {
        ...record.invitation,
        expired: false,
        notice_sent_at: null,
        expires_at: world.timestampIn(limits.provisioningInviteLifetime),
        // The latest possible end: every reissue used at the end of the previous one.
        deadline_at:
          record.invitation.deadline_at ??
          world.timestampIn(limits.provisioningInviteLifetime * (1 + limits.provisioningInviteReissues)),
        reissues_remaining: record.invitation.reissues_remaining - (again ? 1 : 0),
      },
    })
    sendInvitation(world, sent)
    return managedAccountView(sent)
  },

  /** The owner claims the account and thereby consents to being managed. */
  claim(world, id) {
    const { managedAccounts, accounts } = world.tables
    const record = managedAccounts.known(id)
    if (record.invitation.expired) {
      const wayOut =
        record.invitation.reissues_remaining > 0 ? "reissue it" : "it cannot be reissued, release the account"
      throw conflict("10.5", `The owner's invitation has expired: ${wayOut}`)
    }
    const invitation = { ...record.invitation, claimed_at: world.timestamp() }
    const claimed = managedAccounts.move(world, record, "claim", { invitation })
    const account = accounts.get(claimed.managed_account.id)
    if (account !== undefined) welcomeOwner(world, account)
    noteOnGrant(world, claimed, "owner_consent_at")
    if (world.tables.grants.get(claimed.grant_id)?.payment_activated_at) return paid(world, claimed)
    return managedAccountView(askForPayment(world, claimed))
  },

  pay: (world, id) => paid(world, world.tables.managedAccounts.known(id)),

  payment_failed(world, id) {
    const { managedAccounts } = world.tables
    const failed = managedAccounts.move(world, managedAccounts.known(id), "payment_failed")
    return managedAccountView(askForPayment(world, failed))
  },

  /** The manager releases the account: the client keeps it, and the grant ends. */
  release(world, id) {
    const { managedAccounts, grants } = world.tables
    const released = managedAccounts.move(world, managedAccounts.known(id), "release")
    const grant = grants.get(released.grant_id)
    const now = world.timestamp()
    if (grant?.status === "active") grants.move(world, grant, "release", { released_at: now })
    if (grant?.status === "pending") grants.move(world, grant, "revoke", { revoked_at: now })
    return managedAccountView(released)
  },
} as const satisfies Record<string, Move>

/** Consent to a grant claims the managed account, invited or not. */
export function claimByConsent(world: World, grant: GrantRow): void {
  const { managedAccounts } = world.tables
  const record = managedAccounts.find("grant_id", grant.id)
  if (record === undefined || (record.status !== "preparing" && record.status !== "awaiting_owner")) return
  if (record.status === "preparing" || record.invitation.expired) managedAccountMoves.send_invitation(world, record.id)
  managedAccountMoves.claim(world, record.id)
}

/** Paid activation of a grant pays for its managed account, once that is claimed. */
export function payByActivation(world: World, grant: GrantRow): void {
  const record = world.tables.managedAccounts.find("grant_id", grant.id)
  if (record?.status === "payment_required") paid(world, record)
}

export function endProvisioning(world: World, grant: GrantRow, how: "release" | "revoke"): void {
  const { managedAccounts } = world.tables
  const record = managedAccounts.find("grant_id", grant.id)
  if (record !== undefined && provisioningMachine.can(record.status, how)) managedAccounts.move(world, record, how)
}

/** Copies the account's name to its provisioning record. */
export function renameManagedAccount(world: World, { id, name }: AccountRow): void {
  const { managedAccounts } = world.tables
  const record = managedAccounts.find("managed_account", id)
  if (record === undefined || record.managed_account.name === name) return
  managedAccounts.change(world, record, { managed_account: { id, name } })
}

function paid(world: World, record: ManagedAccountRow): ManagedAccount {
  const active = world.tables.managedAccounts.move(world, record, "pay")
  noteOnGrant(world, active, "payment_activated_at")
  return managedAccountView(active)
}

function welcomeOwner(world: World, account: AccountRow): void {
  const { users } = world.tables
  const owner = users.get(account.owner_id)
  if (owner?.password === null) users.update(owner, { password: claimedOwnerPassword })
  joinAccount(world, account.id, account.owner_id)
}

function noteOnGrant(
  world: World,
  record: ManagedAccountRow,
  field: "owner_consent_at" | "payment_activated_at",
): void {
  const grant = world.tables.grants.get(record.grant_id)
  if (grant?.status === "pending" && grant[field] === null) {
    world.tables.grants.update(grant, { [field]: world.timestamp() })
  }
}
