import type { Task, World } from "../../world/world.ts"
import { resumeWaitingCampaigns } from "../campaigns/sending.ts"
import { contactOfChannel } from "../contacts/contacts.ts"
import { type ValidationItemRow, type ValidationRow, type Verdict, validatedAddress } from "./table.ts"
import { isCurrent, skipIfUnneeded } from "./validation-audience.ts"
import { isQualifying, standingWith, verdictOf } from "./validation-rules.ts"

/** Milliseconds between two steps of a validation. */
export const validationPace = 10
const itemsPerStep = 500

/** One step of a validation: ends the running items, starts the next ones, and settles after the last. */
export const runValidation: Task = (world, id) => {
  const { validations, validationItems } = world.tables
  const operation = validations.get(id)
  if (operation === undefined || (operation.status !== "held" && operation.status !== "executing")) return
  const started_at = world.timestamp()
  const running =
    operation.status === "held" ? validations.move(world, operation, "execute", { started_at }) : operation
  const ids = validationItems.ids("validation", id)
  const { taken: countedRows, ended } = running.progress
  let { billable, failed } = running.progress
  const counts = { ...running.counts }
  for (const item of itemsAt(world, ids, ended, countedRows)) {
    if (item.status !== "executing" || skipIfUnneeded(world, running.account_id, item, counts)) continue
    const status = endItem(world, running, item)
    if (status === "billable") billable++
    if (status === "failed") failed++
  }
  const upTo = Math.min(countedRows + itemsPerStep, ids.length)
  for (const item of itemsAt(world, ids, countedRows, upTo)) {
    if (item.status === "pending") validationItems.move(world, item, "execute")
  }
  const progress = { taken: upTo, ended: countedRows, billable, failed }
  const after = validations.update(running, { counts, progress })
  if (countedRows < ids.length) world.timers.schedule(world.now() + validationPace, "validation.run", id)
  else settle(world, after)
}

function itemsAt(world: World, ids: readonly number[], from: number, to: number): ValidationItemRow[] {
  return ids.slice(from, to).flatMap((id) => world.tables.validationItems.get(id) ?? [])
}

function endItem(world: World, { account_id }: ValidationRow, item: ValidationItemRow): ValidationItemRow["status"] {
  const { validationItems } = world.tables
  const completed_at = world.timestamp()
  const email = contactOfChannel(world, item.contact_channel_id)?.email
  const verdict = email === undefined ? "error" : verdictOf(email)
  if (email === undefined || verdict === "error") {
    return validationItems.move(world, item, "fail", { completed_at }).status
  }
  if (isQualifying(verdict)) keepResult(world, account_id, email, verdict)
  const event = isQualifying(verdict) ? "bill" : "waive"
  return validationItems.move(world, item, event, { verdict, completed_at }).status
}

/** Further validations of this address are free while the result is valid. */
function keepResult(world: World, accountId: number, email: string, verdict: Verdict): void {
  const { validationResults } = world.tables
  const validated_at = world.timestamp()
  const before = validationResults.find("email", validatedAddress(accountId, email))
  if (before === undefined) {
    validationResults.add(world, { account_id: accountId, email, verdict, validated_at })
  } else validationResults.update(before, { verdict, validated_at })
}

function settle(world: World, operation: ValidationRow): void {
  const { accounts, validations } = world.tables
  const { counts, pricing, progress } = operation
  const reserved = pricing.maximum_charge_cents
  const charge = Math.ceil(progress.billable * pricing.unit_rate_cents)
  const account = accounts.get(operation.account_id)
  if (account !== undefined) {
    accounts.update(account, {
      funding_available_cents: account.funding_available_cents + reserved - charge,
      funding_reserved_cents: account.funding_reserved_cents - reserved,
      standing: standingWith(countDeliverable(world, account.id), account.standing),
    })
    resumeWaitingCampaigns(world, account.id)
  }
  const eligible = counts.eligible_count
  const allFailed = eligible > 0 && progress.failed === eligible
  const event = progress.billable === eligible ? "commit" : allFailed ? "fail" : "commit_partly"
  validations.move(world, operation, event, { completed_at: world.timestamp() })
}

const countDeliverable = (world: World, accountId: number): number =>
  [...world.tables.validationResults.in("account", accountId)].filter(
    (result) => result.verdict === "deliverable" && isCurrent(world, result),
  ).length
