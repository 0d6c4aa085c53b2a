import { limits } from "../../sdk/contract/core/limits.ts"

/** Bytes that JSON takes for a control character of one byte, such as `\u0001`. */
const escaped = 6

/**
 * The most bytes that an event has: both texts of `email.received` at their limits, and for all the rest, such as names of files
 * and tags, as much as a JSON body has.
 */
const largestEvent = limits.bodyBytes + 2 * escaped * limits.inboundTextBytes

/** `sdk/webhooks/limits.gen.ts`: what `mas-sdk/webhooks` needs of the contract's limits, because it loads nothing of the contract. */
export function renderWebhookLimits(): string {
  return `// Written by \`npm run generate\` from sdk/contract/core/limits.ts. Do not edit.

/** The most bytes that an event has: a JSON body, and both texts of \`email.received\` with every character escaped. */
export const largestEvent = ${String(largestEvent).replace(/\B(?=(\d{3})+$)/g, "_")}
`
}
