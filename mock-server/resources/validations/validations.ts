/*
 * Endpoints, listed by `npm run generate`.
 * quote: POST /v1/my/validation_operations/quote
 * start: POST /v1/my/validation_operations
 * get: GET /v1/my/validation_operations/{id}
 * items: GET /v1/my/validation_operations/{id}/items
 */

import type {
  ValidationAudience,
  ValidationFunding,
  ValidationItem,
  ValidationOperation,
  ValidationQuote,
} from "../../../sdk/contract/validations.ts"
import type { Caller } from "../../world/caller.ts"
import { OncePerKey } from "../../world/idempotency.ts"
import type { World } from "../../world/world.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { mapPage } from "../pages.ts"
import { validationItemMachine, validationMachine } from "./machine.ts"
import type { ValidationItemRow, ValidationRow } from "./table.ts"
import { type Assessed, assess, candidatesOf, pricingOf, skipIfUnneeded } from "./validation-audience.ts"
import { validationPace } from "./validation-task.ts"

export function quoteValidation(world: World, caller: Caller, audience: ValidationAudience): ValidationQuote {
  const { kind, contacts } = candidatesOf(world, caller, audience)
  const { counts } = assess(world, caller.account.id, contacts)
  const pricing = pricingOf(world, counts)
  const funding = fundingFor(world, caller.account.id, pricing.maximum_charge_cents)
  return { status: funding.available ? "quoted" : "needs_funding", source_kind: kind, counts, pricing, funding }
}

/** Audiences with the same ids are equal, in any order and with duplicates. */
export function normalised({ list_id, segment_id, contact_ids, contact_channel_ids }: ValidationAudience) {
  const set = (ids: readonly number[] | undefined) => ids && [...new Set(ids)].sort((a, b) => a - b)
  return { list_id, segment_id, contact_ids: set(contact_ids), contact_channel_ids: set(contact_channel_ids) }
}

function fundingFor(world: World, accountId: number, price: number): ValidationFunding {
  const available_cents = world.tables.accounts.get(accountId)?.funding_available_cents ?? 0
  const shortfall_cents = Math.max(0, price - available_cents)
  return { available: shortfall_cents === 0, available_cents, shortfall_cents }
}

/** Records the contacts, so that later changes of the list have no effect, and reserves the price. */
export function startValidation(world: World, caller: Caller, audience: ValidationAudience): ValidationRow {
  const { validations } = world.tables
  const { kind, contacts } = candidatesOf(world, caller, audience)
  const { assessed, counts } = assess(world, caller.account.id, contacts)
  const id = validations.nextId()
  const requested = validations.insert({
    id,
    account_id: caller.account.id,
    brand_id: caller.brand.id,
    operation_id: `vop_${id}`,
    status: validationMachine.initial,
    source_kind: kind,
    counts,
    pricing: pricingOf(world, counts),
    started_at: null,
    completed_at: null,
    progress: { taken: 0, ended: 0, billable: 0, failed: 0 },
  })
  for (const each of assessed) addItem(world, id, each)
  return hold(world, requested)
}

function addItem(world: World, validationId: number, { contact, is, verdict }: Assessed): void {
  const { validationItems } = world.tables
  const toValidate = is === "eligible"
  validationItems.insert({
    id: validationItems.nextId(),
    validation_id: validationId,
    contact_channel_id: contact.channels[0]?.id ?? 0,
    status: toValidate ? validationItemMachine.initial : "not_billable",
    verdict,
    completed_at: toValidate ? null : world.timestamp(),
  })
}

/** Reserves the price and starts, or waits for funding, which is not an error. */
function hold(world: World, operation: ValidationRow): ValidationRow {
  const { accounts, validations } = world.tables
  const price = operation.pricing.maximum_charge_cents
  const account = accounts.get(operation.account_id)
  if (account === undefined || account.funding_available_cents < price) {
    return validations.move(world, operation, "lack_funding")
  }
  accounts.update(account, {
    funding_available_cents: account.funding_available_cents - price,
    funding_reserved_cents: account.funding_reserved_cents + price,
  })
  world.timers.schedule(world.now() + validationPace, "validation.run", operation.id)
  return validations.move(world, operation, "hold")
}

/** Handles a repeated request: recalculates the price of an operation that waits for funding, starts it if funded. */
export function resumeValidation(world: World, operation: ValidationRow): ValidationRow {
  if (operation.status !== "needs_funding") return operation
  const counts = { ...operation.counts }
  for (const item of world.tables.validationItems.in("validation", operation.id)) {
    if (item.status === "pending") skipIfUnneeded(world, operation.account_id, item, counts)
  }
  const pricing = pricingOf(world, counts)
  const renewed = world.tables.validations.update(operation, { counts, pricing })
  return fundingFor(world, operation.account_id, pricing.maximum_charge_cents).available
    ? hold(world, renewed)
    : renewed
}

export function validationView(world: World, operation: ValidationRow): ValidationOperation {
  const { id: _, account_id, brand_id: __, progress: ___, started_at, completed_at, ...row } = operation
  const owedCents = operation.status === "needs_funding" ? operation.pricing.maximum_charge_cents : 0
  return { ...row, funding: fundingFor(world, account_id, owedCents), started_at, completed_at }
}

export const validationItemView = ({ validation_id: _, ...view }: ValidationItemRow): ValidationItem => view

export const validationHandlers: HandlersFor<"validations"> = {
  quote: (world, caller, { body }) => quoteValidation(world, caller, body),

  start: (world, caller, { body }) =>
    new OncePerKey<ValidationOperation>({
      rule: "26.3",
      payload: normalised(body),
      make: () => validationView(world, startValidation(world, caller, body)),
      again: ({ operation_id }) =>
        validationView(world, resumeValidation(world, ownValidation(world, caller, operation_id))),
    }),

  get: (world, caller, { params }) => validationView(world, ownValidation(world, caller, params.id)),

  items(world, caller, { params, page }) {
    const { id } = ownValidation(world, caller, params.id)
    return mapPage(world.tables.validationItems.page("validation", id, page), validationItemView)
  },
}

const ownValidation = ({ tables }: World, caller: Caller, operationId: string): ValidationRow =>
  tables.validations.findOwn(caller, "operation_id", operationId)
