import * as z from "zod"
import { errorCodes } from "./error-codes.ts"
import type * as models from "./models.gen.ts"
import { openEnum, Timestamp } from "./shared.ts"

/** What someone can do about an error. Spec: Errors. */
export const RecoveryAction = z.looseObject({
  /** What to do, for example `upgrade_plan`. */
  type: openEnum(["upgrade_plan"]),
  /** What to write on a button. */
  label: z.string().optional(),
  /** What it does, for people. */
  detail: z.string().optional(),
  /** Where it is done. */
  url: z.string().optional(),
  /** Who may do it, for example `account_owner_or_admin`. */
  required_role: openEnum(["account_owner_or_admin"]).optional(),
})
export interface RecoveryAction extends models.RecoveryAction {}

/** The sending allowance and what is left of it. Counts are recipients in the window. Spec: Errors. */
export const Capacity = z.looseObject({
  /** What the allowance comes from. */
  source: openEnum(["plan"]),
  /** Length of the rolling window, in seconds. */
  window_seconds: z.int(),
  /** `known` where the counts are certain. */
  status: openEnum(["known"]),
  /** Recipients allowed in the window. */
  limit: z.int(),
  /** Set aside for sends under way. */
  reserved: z.int(),
  /** Taken by the provider within the window. */
  accepted: z.int(),
  /** Handed over, with an outcome that is not known yet. */
  provider_unknown: z.int(),
  /** What can still be sent to now. */
  remaining: z.int(),
})
export interface Capacity extends models.Capacity {}

/** Where sending stands against its allowance, and the ways out. Spec: Errors. */
export const CapacityRecovery = z.looseObject({
  /** `approaching` from 80 % of the allowance on; `reached` once it is used up. */
  state: openEnum(["approaching", "reached"]),
  /** The machine reason. */
  reason_code: openEnum(["sending_capacity_warning", "sending_capacity_reached"]),
  /** What holds sending back, or is about to. */
  blocking_control: openEnum(["commercial_capacity"]),
  /** How much of the allowance is used, in percent. */
  usage_percent: z.int(),
  /** Recipients that were asked for. */
  requested_quantity: z.int(),
  /** A heading, for people. */
  label: z.string(),
  /** What is the matter, for people. */
  detail: z.string(),
  /** The allowance in numbers. */
  capacity: Capacity,
  /** Where a larger plan is bought. */
  upgrade_url: z.string().optional(),
  /** When the window frees; null while nothing is used up, or where it never will. */
  retry_at: Timestamp.nullish(),
  /** What helps best. */
  recovery_action: RecoveryAction.optional(),
  /** All that helps. */
  recovery_actions: z.array(RecoveryAction).optional(),
  /** What only the account's owner can do. */
  owner_action: RecoveryAction.optional(),
})
export interface CapacityRecovery extends models.CapacityRecovery {}

/** The body of an error response. Spec: Errors. */
export const ErrorBody = z.looseObject({
  /** The HTTP status, or a string such as `idempotency_conflict` where the interface names one. */
  code: z.union([z.int(), z.string()]),
  /** What is wrong, for people. */
  message: z.string(),
  /** Always true. */
  error: z.literal(true),
  /** Field name to what is wrong with it; only on 422. */
  validation_errors: z.record(z.string(), z.array(z.string())).optional(),
  /** The machine reason. */
  error_code: openEnum(errorCodes).optional(),
  /** The managed account that stands in the way. */
  provisioning_id: z.int().optional(),
  /** True when the same request can succeed later. */
  retryable: z.boolean().optional(),
  /** When the same request can succeed. */
  retry_at: Timestamp.optional(),
  /** What someone can do about it. */
  recovery_action: RecoveryAction.optional(),
  /** Where sending stands, when its allowance is used up. */
  capacity_recovery: CapacityRecovery.optional(),
})
export interface ErrorBody extends models.ErrorBody {}

/** The error body of the OAuth popup endpoints on 400 and 422. Spec: Errors. */
export const PopupErrorBody = z.looseObject({
  /** What is wrong, for people. */
  error: z.string(),
})
export interface PopupErrorBody extends models.PopupErrorBody {}
