import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { ValidationItem, ValidationOperation } from "../../../sdk/contract/validations.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { validationItemMachine, validationMachine } from "../../machines/validations.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"
import { statusOf } from "../row-schema.ts"

/** How far a validation has come. */
export interface ValidationProgress {
  /** Items that have been taken up, and items that have ended, from the first one on. */
  readonly taken: number
  readonly ended: number
  /** What became of those that were validated. */
  readonly billable: number
  readonly failed: number
}

/** A validation; how the funding stands is looked up when it is shown. */
export type ValidationRow = Omit<Fields<ValidationOperation>, "funding"> & {
  readonly id: number
  readonly account_id: number
  readonly brand_id: number
  readonly status: StateOf<typeof validationMachine>
  readonly progress: ValidationProgress
}

const validationsSchema = ValidationOperation.omit({ funding: true }).extend({
  id: Id,
  account_id: Id,
  brand_id: Id,
  status: statusOf(validationMachine),
  progress: z.object({ taken: z.int(), ended: z.int(), billable: z.int(), failed: z.int() }),
})

export const validationsTable = () =>
  new Collection<ValidationRow, never, "operation", typeof validationMachine>({
    row: validationsSchema,
    name: "Validation operation",
    machine: validationMachine,
    unique: { operation: (validation) => validation.operation_id },
  })

/** What a validation can find out about an address. */
export type Verdict = "deliverable" | "undeliverable" | "risky" | "unknown"

/** One address of a validation. */
export type ValidationItemRow = Fields<ValidationItem> & {
  readonly validation_id: number
  readonly status: StateOf<typeof validationItemMachine>
}

const validationItemsSchema = ValidationItem.extend({ validation_id: Id, status: statusOf(validationItemMachine) })

export const validationItemsTable = () =>
  new Collection<ValidationItemRow, "validation", never, typeof validationItemMachine>({
    row: validationItemsSchema,
    machine: validationItemMachine,
    groups: { validation: (item) => item.validation_id },
  })

/** The last result for an address of an account. */
export interface ValidationResultRow {
  readonly id: number
  readonly account_id: number
  readonly email: string
  readonly verdict: Verdict
  readonly validated_at: string
}

const validationResultsSchema = z.object({
  id: Id,
  account_id: Id,
  email: z.string(),
  verdict: z.enum(["deliverable", "undeliverable", "risky", "unknown"]),
  validated_at: Timestamp,
})

export const validationResultsTable = () =>
  new Collection<ValidationResultRow, "account", "address">({
    row: validationResultsSchema,
    groups: { account: (result) => result.account_id },
    unique: { address: (result) => validatedAddress(result.account_id, result.email) },
  })

/** Where an account's result for an address is found; capital letters do not matter. */
export const validatedAddress = (accountId: number, email: string) => `${accountId} ${email.toLowerCase()}`
