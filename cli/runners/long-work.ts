import type { Mas } from "../../sdk/client/client.ts"
import type { WaitOptions } from "../../sdk/client/options.ts"
import type { Campaign } from "../../sdk/contract/campaigns.ts"
import type { FundingPurchaseResult } from "../../sdk/contract/funding-purchases.ts"
import type { Import } from "../../sdk/contract/imports.ts"
import type { PlanCheckout } from "../../sdk/contract/subscription.ts"
import type { ValidationOperation } from "../../sdk/contract/validations.ts"
import type { NextCommand } from "../line/next-command.ts"
import { type ExitCode, exitCodes } from "../terminal/errors/exit-codes.ts"
import { countText } from "../terminal/output/numbers.ts"
import type { Step } from "../terminal/output/progress.ts"

interface Remark {
  readonly text: string
  readonly command?: NextCommand
}

export interface LongWork<State = unknown> {
  idOf(state: State): string
  label(id: string): string
  stepOf(state: State): Step
  isOver(state: State): boolean
  wait(client: Mas, id: string, options: WaitOptions<State>): Promise<State>
  /** The command that shows its progress. */
  look(id: string): NextCommand
  payAt?(state: State): string | undefined
  /** Why nothing was there to do, once a state shows that. */
  nothing?(state: State): string | undefined
  /** A message about the outcome, and the command that shows it. */
  remark?(state: State): Remark | undefined
  /** The exit code of a command that waited for the work: 0 when omitted. */
  exitCode?(state: State): ExitCode
  /** The exit code when the work as a whole failed: 1 when omitted. */
  readonly failure?: ExitCode
}

const importWork: LongWork<Import> = {
  idOf: ({ id }) => String(id),
  label: (id) => `Import ${id}`,
  stepOf({ status, success_rows, failed_rows, total_rows, progress_pct }) {
    // While the file is still being read, the counts are incomplete.
    const done = success_rows + failed_rows
    const total = total_rows > done ? total_rows : undefined
    const more = failed_rows > 0 ? `${countText(failed_rows)} refused` : undefined
    return { done, total, unit: "rows", share: progress_pct / 100, note: status, more }
  },
  isOver: ({ status }) => status === "complete" || status === "failed",
  wait: (client, id, options) => client.imports.waitUntilDone(Number(id), options),
  look: (id) => ({ words: ["imports", "get"], args: [id] }),
  remark({ id, total_rows, success_rows, failed_rows }) {
    const counts = `${countText(total_rows)} ${total_rows === 1 ? "row" : "rows"}: ${countText(success_rows)} imported, ${countText(failed_rows)} refused`
    if (failed_rows === 0) return { text: counts }
    const command = { words: ["imports", "get"], args: [String(id)], flags: { output: "json" } }
    return { text: `${counts}. See import_errors of`, command }
  },
  exitCode({ success_rows, failed_rows }) {
    if (failed_rows === 0) return success_rows === 0 ? exitCodes.nothing : exitCodes.ok
    return success_rows === 0 ? exitCodes.validation : exitCodes.partly
  },
  failure: exitCodes.validation,
}

const campaignWork: LongWork<Campaign> = {
  idOf: ({ id }) => String(id),
  label: (id) => `Campaign ${id}`,
  stepOf: ({ status, sent_count }) => ({ done: sent_count, unit: "messages", note: status }),
  isOver: ({ status }) => ["completed", "cancelled", "archived", "draft", "paused"].includes(status),
  wait: (client, id, options) => client.campaigns.waitUntilDone(Number(id), options),
  look: (id) => ({ words: ["campaigns", "get"], args: [id] }),
  nothing: ({ status, sent_count }) =>
    status === "completed" && sent_count === 0
      ? "No message was sent: nobody is in its audience, or may get mail."
      : undefined,
}

const validationWork: LongWork<ValidationOperation> = {
  idOf: ({ operation_id }) => operation_id,
  label: (id) => `Validation ${id}`,
  stepOf: ({ status, counts }) => ({
    note: status.replaceAll("_", " "),
    more: `${countText(counts.candidate_count)} ${counts.candidate_count === 1 ? "address" : "addresses"}`,
  }),
  isOver: ({ status }) => ["committed", "partially_committed", "failed", "needs_funding"].includes(status),
  wait: (client, id, options) => client.validations.waitUntilDone(id, options),
  look: (id) => ({ words: ["validations", "get"], args: [id] }),
  nothing: ({ counts }) =>
    counts.candidate_count === 0 ? "No address is validated: nobody in its audience has one." : undefined,
  remark: ({ operation_id }) => ({
    text: "The result for each address:",
    command: { words: ["validations", "items"], args: [operation_id] },
  }),
  exitCode: ({ status }) => (status === "partially_committed" ? exitCodes.partly : exitCodes.ok),
}

const checkoutWork: LongWork<PlanCheckout> = {
  idOf: ({ purchase_id }) => String(purchase_id),
  label: (id) => `Checkout ${id}`,
  stepOf: ({ status }) => ({ note: status }),
  isOver: ({ activated, status }) => activated || status === "failed" || status === "expired",
  wait: (client, id, options) => client.subscription.waitUntilActive(Number(id), options),
  look: (id) => ({ words: ["subscription", "checkout-status"], flags: { "purchase-id": Number(id) } }),
  payAt: ({ checkout_url }) => checkout_url ?? undefined,
}

const fundingWork: LongWork<FundingPurchaseResult> = {
  idOf: ({ purchase }) => String(purchase.id),
  label: (id) => `Funding purchase ${id}`,
  stepOf: ({ purchase: { status } }) => ({ note: status.replaceAll("_", " ") }),
  isOver: ({ purchase: { status } }) => ["credited", "failed", "expired"].includes(status),
  wait: (client, id, options) => client.fundingPurchases.waitUntilCredited(Number(id), options),
  look: (id) => ({ words: ["funding-purchases", "get"], args: [id] }),
  payAt: ({ purchase }) => purchase.checkout_url ?? undefined,
}

/** By command name. Trusts the service's responses to match their endpoint's type. */
export const longWork: Readonly<Record<string, LongWork>> = {
  "imports.create": importWork,
  "imports.get": importWork,
  "campaigns.send": campaignWork,
  "campaigns.get": campaignWork,
  "validations.start": validationWork,
  "validations.get": validationWork,
  "subscription.checkout": checkoutWork,
  "subscription.checkoutStatus": checkoutWork,
  "fundingPurchases.create": fundingWork,
  "fundingPurchases.get": fundingWork,
}
