import * as z from "zod"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { ValidationItem, ValidationOperation } from "../../../sdk/contract/validations.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { statusOf } from "../../store/row-schema.ts"
import { validationItemMachine, validationMachine } from "./machine.ts"

/** A validation, without its funding, which is looked up for responses. */
const validationsSchema = ValidationOperation.omit({ funding: true }).extend({
  id: Id,
  account_id: Id,
  brand_id: Id,
  status: statusOf(validationMachine),
  /** Progress: items started and ended, from the first one on, and the results of those that were validated. */
  progress: z.object({ taken: z.int(), ended: z.int(), billable: z.int(), failed: z.int() }),
})
export interface ValidationRow extends RowOf<typeof validationsSchema> {}

export const validationsTable = () =>
  new Collection<ValidationRow, never, "operation_id", typeof validationMachine>({
    row: validationsSchema,
    name: "Validation operation",
    machine: validationMachine,
    unique: { operation_id: (validation) => validation.operation_id },
  })

const validationItemsSchema = ValidationItem.extend({ validation_id: Id, status: statusOf(validationItemMachine) })
export interface ValidationItemRow extends RowOf<typeof validationItemsSchema> {}

export const validationItemsTable = () =>
  new Collection<ValidationItemRow, "validation", never, typeof validationItemMachine>({
    row: validationItemsSchema,
    machine: validationItemMachine,
    groups: { validation: (item) => item.validation_id },
  })

/** The last result for an address of an account. */
const validationResultsSchema = z.object({
  id: Id,
  account_id: Id,
  email: z.string(),
  verdict: z.enum(["deliverable", "undeliverable", "risky", "unknown"]),
  validated_at: Timestamp,
})
export interface ValidationResultRow extends RowOf<typeof validationResultsSchema> {}

/** The result of validating an address. */
export type Verdict = ValidationResultRow["verdict"]

export const validationResultsTable = () =>
  new Collection<ValidationResultRow, "account", "email">({
    row: validationResultsSchema,
    groups: { account: (result) => result.account_id },
    unique: { email: (result) => validatedAddress(result.account_id, result.email) },
  })

/** The key of an account's result for an address, case-insensitive. */
export const validatedAddress = (accountId: number, email: string) => `${accountId} ${mailboxKey(email)}`
