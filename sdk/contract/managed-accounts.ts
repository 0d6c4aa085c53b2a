import * as z from "zod"
import { provisioner } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { Email, Id, openEnum, recordTimes, Timestamp } from "./core/shared.ts"
import { AccountReference } from "./management-grant.ts"

/** The stages of a managed account's provisioning. */
export const provisioningStatuses = [
  "preparing",
  "awaiting_owner",
  "payment_required",
  "active",
  "payment_issue",
  "ended",
] as const

/** The stages that the filter value `needs_setup` stands for. Spec: States, Managed-account provisioning. */
export const needsSetupStatuses = ["preparing", "awaiting_owner", "payment_required", "payment_issue"] as const

/** The person who will own the managed account. */
export const ManagedAccountOwner = z.looseObject({
  /** The owner's address. */
  email: Email,
})
export interface ManagedAccountOwner extends models.ManagedAccountOwner {}

/** The invitation to the owner; its times are null until they happen. */
export const ManagedAccountInvitation = z.looseObject({
  /** True once it has run out. */
  expired: z.boolean(),
  /** When it runs out. */
  expires_at: Timestamp.nullish(),
  /** The last moment that there can be, every reissue used. */
  deadline_at: Timestamp.nullish(),
  /** When the owner was reminded. */
  notice_sent_at: Timestamp.nullish(),
  /** When the owner claimed the account. */
  claimed_at: Timestamp.nullish(),
  /** How often the invitation can still be sent anew. */
  reissues_remaining: z.int(),
})
export interface ManagedAccountInvitation extends models.ManagedAccountInvitation {}

/** A managed account on its way to its owner. Spec: Resources, Managed account. */
export const ManagedAccount = z.looseObject({
  /** The provisioning's id; not the account's. */
  id: Id,
  /** A name of the provisioning for use outside the service. */
  external_ref: z.string(),
  /** Where the request came from. */
  source: openEnum(["dashboard", "api"]),
  /** How far it is on its way to its owner. */
  status: openEnum(provisioningStatuses),
  /** What the manager may do by the grant. */
  permission_set: openEnum(["operator_v1"]),
  /** What the manager can do next. */
  allowed_actions: z.array(openEnum(["send_invitation"])),
  /** The account that was made. */
  managed_account: AccountReference,
  /** Who will own it. */
  owner: ManagedAccountOwner,
  /** How the owner's invitation stands. */
  invitation: ManagedAccountInvitation,
  ...recordTimes,
})
export interface ManagedAccount extends models.ManagedAccount {}

/** The account to provision. */
export const ManagedAccountDetails = z.strictObject({
  /** The address of the client, who will own the account. */
  owner_email: Email,
  /** The client's first name. */
  owner_first_name: z.string().optional(),
  /** The client's last name. */
  owner_last_name: z.string().optional(),
  /** What the account is called. */
  account_name: z.string().min(1),
})
export interface ManagedAccountDetails extends models.ManagedAccountDetails {}

/** A request to provision an account. */
export const ManagedAccountCreate = z.strictObject({
  /** The account to provision. */
  managed_account: ManagedAccountDetails,
})
export interface ManagedAccountCreate extends models.ManagedAccountCreate {}

/** Which managed accounts, in which order. */
export const ManagedAccountQuery = z.strictObject({
  /** Text to look for in the account's name and the owner's address. */
  q: z.string().optional(),
  /** One stage; `needs_setup` stands for every stage in which something is still to do. */
  status: z.enum([...provisioningStatuses, "needs_setup"]).optional(),
  /** What the list goes by. */
  sort: z.enum(["created_at", "name", "owner_email", "status"]).default("created_at"),
  /** Ascending or descending. */
  direction: z.enum(["asc", "desc"]).default("desc"),
})
export interface ManagedAccountQuery extends models.ManagedAccountQuery {}

const { read, write } = endpointsWith({ section: "Managed clients", auth: provisioner, only: "managers" })

/** Client-owned accounts that a manager account provisions. */
export const managedAccounts = {
  list: read({
    path: "/v1/my/managed_accounts",
    summary: "List the managed accounts",
    query: ManagedAccountQuery,
    paginated: { size: limits.pageSizeManagedAccounts },
    response: ManagedAccount,
    example: { query: { status: "needs_setup", sort: "name", direction: "asc" } },
  }),
  create: write({
    method: "POST",
    path: "/v1/my/managed_accounts",
    summary: "Provision an account for a client",
    recipients: { field: "managed_account.owner_email" },
    body: ManagedAccountCreate,
    response: ManagedAccount,
    status: 201,
    replayStatus: 200,
    idempotency: "required",
    confirm: "rights",
    example: {
      idempotencyKey: "client-1042",
      body: {
        managed_account: { owner_email: "owner@newclient.test", owner_first_name: "Nia", account_name: "New Client" },
      },
    },
  }),
} as const
